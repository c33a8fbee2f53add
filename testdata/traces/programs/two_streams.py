"""Two PyTorch streams on one tensor: `python3 two_streams.py` waits, `python3 two_streams.py --no-wait` does not."""
import sys

import torch

producer = torch.cuda.Stream()
consumer = torch.cuda.Stream()
values = torch.zeros(1 << 20, device="cuda")
torch.cuda.synchronize()
with torch.cuda.stream(producer):
    values.add_(1.0)
if "--no-wait" not in sys.argv:
    consumer.wait_stream(producer)
with torch.cuda.stream(consumer):
    total = values.sum()
torch.cuda.synchronize()
print("sum", total.item())
