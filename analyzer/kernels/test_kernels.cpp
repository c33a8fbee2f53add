// The kernels, with the source that they stand for.
#include "analyzer/kernels/test_kernels.h"

namespace cudep::kernels {
namespace {

const std::string kUsual = "(x: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + kGuard;

std::string usual(const std::string& name, const std::string& body) {
  return "function @" + name + kUsual + body + kEnd;
}

}  // namespace

std::vector<TestKernel> test_kernels() {
  return {
      // if (i < n) x[i] = 1;
      {"guarded", "x: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n", usual("guarded", R"(
  %0 = load ptr, &x
  %1 = load i32, &i
  %2 = convert i32 %1 -> i64
  %3 = address %0 + %2 * 4
  store f32 1.0 -> %3
)")},
      // if (i >= n) return; x[i] *= 2;
      {"early_return",
       "x: read [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\nx: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n",
       "function @early_return (x: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  %0 = load i32, &i
  %1 = load i32, &n
  %2 = greater_equal i32 %0, %1
  branch %2, leave, body
leave:
  return
body:
  %3 = load ptr, &x
  %4 = address %3 + %0 * 4
  %5 = load f32, %4
  %6 = multiply f32 %5, 2.0
  store f32 %6 -> %4
)" + kEnd},
      // x[i] without a guard
      {"unguarded", "x: write [0, 4*gridDim.x*blockDim.x) dense\n",
       "function @unguarded (x: ptr) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  %0 = load ptr, &x
  %1 = load i32, &i
  %2 = address %0 + %1 * 4
  store f32 1.0 -> %2
)" + kEnd},
      // for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 1;
      {
          "grid_stride", "x: write [0, 4*n) dense\n",
          "function @grid_stride (x: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  jump head
head:
)" + kGuard + R"(
  %0 = load ptr, &x
  %1 = address %0 + %80 * 4
  store f32 1.0 -> %1
  %2 = multiply u32 gridDim.x, blockDim.x
  %3 = load i32, &i
  %4 = convert i32 %3 -> u32
  %5 = add u32 %4, %2
  %6 = convert u32 %5 -> i32
  store i32 %6 -> &i
  jump head
done:
  return
}
)"},
      // for (i = threadIdx.x; i < n; i += blockDim.x) sum += x[i]; if (threadIdx.x == 0) out[0] = sum;
      {"reduction", "x: read [0, 4*n) dense\nout: write [0, 4) dense\n", R"(
function @reduction (x: ptr const, n: i32, out: ptr) -> void kernel {
  local &i 4
  local &sum 4
entry:
  store f32 0.0 -> &sum
  %0 = convert u32 threadIdx.x -> i32
  store i32 %0 -> &i
  jump head
head:
)" + kGuard + R"(
  %1 = load ptr, &x
  %2 = address %1 + %80 * 4
  %3 = load f32, %2
  %4 = load f32, &sum
  %5 = add f32 %4, %3
  store f32 %5 -> &sum
  %6 = load i32, &i
  %7 = add i32 %6, blockDim.x
  store i32 %7 -> &i
  jump head
done:
  %8 = equal u32 threadIdx.x, 0
  branch %8, first, leave
first:
  %9 = load ptr, &out
  %10 = load f32, &sum
  store f32 %10 -> %9
  jump leave
leave:
  return
}
)"},
      // if (i < n) x[off + i] = 1;
      {"offset", "x: write [4*off, min(4*n + 4*off, 4*gridDim.x*blockDim.x + 4*off)) dense\n",
       "function @offset (x: ptr, n: i32, off: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + kGuard +
           R"(
  %0 = load ptr, &x
  %1 = load i32, &off
  %2 = add i32 %1, %80
  %3 = address %0 + %2 * 4
  store f32 1.0 -> %3
)" + kEnd},
      // if (i > 0 && i < n - 1) y[i] = x[i - 1] + x[i + 1];
      {"stencil",
       "x: read [0, min(4*n - 8, 4*gridDim.x*blockDim.x - 4)) dense\n"
       "x: read [8, min(4*n, 4*gridDim.x*blockDim.x + 4)) dense\n"
       "y: write [4, min(4*n - 4, 4*gridDim.x*blockDim.x)) dense\n",
       "function @stencil (x: ptr const, y: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  %0 = load i32, &i
  %1 = greater i32 %0, 0
  branch %1, second, done
second:
  %2 = load i32, &n
  %3 = subtract i32 %2, 1
  %4 = less i32 %0, %3
  branch %4, body, done
body:
  %5 = load ptr, &x
  %6 = subtract i32 %0, 1
  %7 = address %5 + %6 * 4
  %8 = load f32, %7
  %9 = add i32 %0, 1
  %10 = address %5 + %9 * 4
  %11 = load f32, %10
  %12 = load ptr, &y
  %13 = address %12 + %0 * 4
  store f32 %11 -> %13
)" + kEnd},
      // bool in = col < w && row < h; if (in) x[row * w + col] = 1;
      {"image",
       "x: write [0, min(4*w*h, 4*gridDim.x*blockDim.x - 4*w + 4*w*h, 4*gridDim.y*blockDim.y*w, 4*gridDim.x*blockDim.x "
       "+ 4*gridDim.y*blockDim.y*w - 4*w)) dense if 4*gridDim.x*blockDim.x - 4*w >= 0\n",
       R"(
function @image (x: ptr, w: i32, h: i32) -> void kernel {
  local &col 4
  local &row 4
  local &in 1
entry:
  %0 = multiply u32 blockIdx.x, blockDim.x
  %1 = add u32 %0, threadIdx.x
  store i32 %1 -> &col
  %2 = multiply u32 blockIdx.y, blockDim.y
  %3 = add u32 %2, threadIdx.y
  store i32 %3 -> &row
  %4 = load i32, &col
  %5 = load i32, &w
  %6 = less i32 %4, %5
  branch %6, second, no
second:
  %7 = load i32, &row
  %8 = load i32, &h
  %9 = less i32 %7, %8
  store u8 %9 -> &in
  jump test
no:
  store u8 0 -> &in
  jump test
test:
  %10 = load u8, &in
  branch %10, body, done
body:
  %11 = load i32, &row
  %12 = load i32, &w
  %13 = multiply i32 %11, %12
  %14 = load i32, &col
  %15 = add i32 %13, %14
  %16 = load ptr, &x
  %17 = address %16 + %15 * 4
  store f32 1.0 -> %17
  jump done
done:
  return
}
)"},
      // rows of w - 2 elements, w apart: if (threadIdx.x < w - 2) x[blockIdx.x * w + threadIdx.x] = 1;
      {"rows", "x: write [0, min(4*gridDim.x*w - 8, 4*gridDim.x*w + 4*blockDim.x - 4*w))\n", R"(
function @rows (x: ptr, w: i32) -> void kernel {
entry:
  %0 = load i32, &w
  %1 = subtract i32 %0, 2
  %2 = less i32 threadIdx.x, %1
  branch %2, body, done
body:
  %3 = multiply i32 blockIdx.x, %0
  %4 = add i32 %3, threadIdx.x
  %5 = load ptr, &x
  %6 = address %5 + %4 * 4
  store f32 1.0 -> %6
  jump done
done:
  return
}
)"},
      // if (i < n) atomicAdd(&x[pixels[i]], 1);
      {"histogram", "pixels: read [0, min(n, gridDim.x*blockDim.x)) dense\nx: atomic [0, 1024)\n",
       "declare @atomicAdd (ptr, u32) -> u32 system_header\n"
       "function @histogram (pixels: ptr const, n: i32, x: ptr) -> void kernel {\n  local &i 4\nentry:\n" +
           kGlobalIndex + kGuard + R"(
  %0 = load ptr, &pixels
  %1 = address %0 + %80 * 1
  %2 = load u8, %1
  %3 = convert u8 %2 -> i32
  %4 = load ptr, &x
  %5 = address %4 + %3 * 4
  %6 = call u32 @atomicAdd(%5, 1)
)" + kEnd},
      // if (i < n) x[i] = x[index[i]];
      {"gather",
       "index: read [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\nx: read [0, ?)\n"
       "x: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n",
       "function @gather (x: ptr, n: i32, index: ptr const) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex +
           kGuard + R"(
  %0 = load ptr, &index
  %1 = address %0 + %80 * 4
  %2 = load i32, %1
  %3 = load ptr, &x
  %4 = address %3 + %2 * 4
  %5 = load f32, %4
  %6 = address %3 + %80 * 4
  store f32 %5 -> %6
)" + kEnd},
      // if (i < n) x[i] = table[x[i] & 15];
      {"table",
       "x: read [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\ntable: read [0, 64)\n"
       "x: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n",
       "function @table (x: ptr, n: i32, table: ptr const) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex +
           kGuard + R"(
  %0 = load ptr, &x
  %1 = address %0 + %80 * 4
  %2 = load i32, %1
  %3 = and i32 %2, 15
  %4 = load ptr, &table
  %5 = address %4 + %3 * 4
  %6 = load i32, %5
  store i32 %6 -> %1
)" + kEnd},
      // struct Args { float *out; const float *in; int n; } a; if (i < a.n) a.out[i] = a.in[i % 32];
      {"fields",
       "a+8: read [0, min(128, 4*a+16, 4*gridDim.x*blockDim.x))\na+0: write [0, min(4*a+16, 4*gridDim.x*blockDim.x)) "
       "dense\n",
       "function @fields (a: aggregate24) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  %0 = load i32, &i
  %1 = address &a + 16
  %2 = load i32, %1
  %3 = less i32 %0, %2
  branch %3, body, done
body:
  %4 = address &a + 8
  %5 = load ptr, %4
  %6 = remainder i32 %0, 32
  %7 = address %5 + %6 * 4
  %8 = load f32, %7
  %9 = load ptr, &a
  %10 = address %9 + %0 * 4
  store f32 %8 -> %10
)" + kEnd},
      // struct Scale { float *out; __device__ void operator()(int i) const { out[i] = 1; } };
      // template <class F> void each(F f, int n) { if (i < n) f(i); }
      {"functor", "f+0: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n",
       "function @apply (this: ptr, i: i32) -> void device method {\nentry:\n"
       "  %0 = load ptr, &this\n  %1 = load ptr, %0\n  %2 = load i32, &i\n  %3 = address %1 + %2 * 4\n"
       "  store f32 1.0 -> %3\n  return\n}\n"
       "function @functor (f: aggregate8, n: i32) -> void kernel {\n  local &i 4\n  local &copy 8\nentry:\n" +
           kGlobalIndex + kGuard + R"(
  copy &f -> &copy, 8
  call void @apply(&copy, %80)
)" + kEnd},
      // acc = 0; for (k = 0; k < count; ++k) acc += parts[k * n + i]; if (i < n) x[i] = acc;
      {"sums",
       "parts: read [0, 4*gridDim.x*blockDim.x + 4*count*n - 4*n) dense if 4*gridDim.x*blockDim.x - 4*n >= 0\n"
       "x: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\n",
       "function @sums (x: ptr, parts: ptr const, count: i32, n: i32) -> void kernel {\n  local &i 4\n  local &k "
       "4\nentry:\n" +
           kGlobalIndex + R"(
  begin &k
  store i32 0 -> &k
  jump head
head:
  %0 = load i32, &k
  %1 = load i32, &count
  %2 = less i32 %0, %1
  branch %2, lap, after
lap:
  %3 = load i32, &n
  %4 = multiply i32 %0, %3
  %5 = load i32, &i
  %6 = add i32 %4, %5
  %7 = load ptr, &parts
  %8 = address %7 + %6 * 4
  %9 = load f32, %8
  %10 = load i32, &k
  %11 = add i32 %10, 1
  store i32 %11 -> &k
  jump head
after:
  end &k
)" + kGuard +
           R"(
  %12 = load ptr, &x
  %13 = address %12 + %80 * 4
  store f32 1.0 -> %13
)" + kEnd},
      // for (i = n - 1; i >= 0; --i) x[i] = 1;
      {"backwards", "x: write [0, 4*n) dense\n", R"(
function @backwards (x: ptr, n: i32) -> void kernel {
  local &i 4
entry:
  %0 = load i32, &n
  %1 = subtract i32 %0, 1
  store i32 %1 -> &i
  jump head
head:
  %2 = load i32, &i
  %3 = greater_equal i32 %2, 0
  branch %3, lap, done
lap:
  %4 = load ptr, &x
  %5 = address %4 + %2 * 4
  store f32 1.0 -> %5
  %6 = load i32, &i
  %7 = subtract i32 %6, 1
  store i32 %7 -> &i
  jump head
done:
  return
}
)"},
      // for (float *p = x, *end = x + n; p != end; ++p) *p = 1;
      {"pointer_loop", "x: write [0, 4*n) dense\n", R"(
function @pointer_loop (x: ptr, n: i32) -> void kernel {
  local &p 8
  local &end 8
entry:
  %0 = load ptr, &x
  store ptr %0 -> &p
  %1 = load i32, &n
  %2 = address %0 + %1 * 4
  store ptr %2 -> &end
  jump head
head:
  %3 = load ptr, &p
  %4 = load ptr, &end
  %5 = not_equal ptr %3, %4
  branch %5, lap, done
lap:
  store f32 1.0 -> %3
  %6 = address %3 + 4
  store ptr %6 -> &p
  jump head
done:
  return
}
)"},
      // int j = min(i, n - 1); y[i] = x[j]; with i unguarded
      {"clamped", "x: read [0, min(4*n, 4*gridDim.x*blockDim.x))\ny: write [0, 4*gridDim.x*blockDim.x) dense\n",
       "declare @min (i32, i32) -> i32 device system_header\n"
       "function @clamped (x: ptr const, y: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" +
           kGlobalIndex + R"(
  %0 = load i32, &i
  %1 = load i32, &n
  %2 = subtract i32 %1, 1
  %3 = call i32 @min(%0, %2)
  %4 = load ptr, &x
  %5 = address %4 + %3 * 4
  %6 = load f32, %5
  %7 = load ptr, &y
  %8 = address %7 + %0 * 4
  store f32 %6 -> %8
)" + kEnd},
      // int row = i / w, col = i % w; if (i < w * h) x[row * w + col] = 1;
      {"flat", "x: write [0, min(4*gridDim.x*blockDim.x, 4*w*h))\n",
       "function @flat (x: ptr, w: i32, h: i32) -> void kernel {\n  local &i 4\nentry:\n" + kGlobalIndex + R"(
  %0 = load i32, &i
  %1 = load i32, &w
  %2 = load i32, &h
  %3 = multiply i32 %1, %2
  %4 = less i32 %0, %3
  branch %4, body, done
body:
  %5 = divide i32 %0, %1
  %6 = remainder i32 %0, %1
  %7 = multiply i32 %5, %1
  %8 = add i32 %7, %6
  %9 = load ptr, &x
  %10 = address %9 + %8 * 4
  store f32 1.0 -> %10
)" + kEnd},
      // v = seed[i]; while (v > 1) { v = v & 1 ? 3 * v + 1 : v / 2; ++count; } steps[i] = count;
      {"collatz",
       "seed: read [0, min(4*n, 4*gridDim.x*blockDim.x)) dense\nsteps: write [0, min(4*n, 4*gridDim.x*blockDim.x)) "
       "dense\n",
       "function @collatz (seed: ptr const, steps: ptr, n: i32) -> void kernel {\n  local &i 4\n  local &v 8\n"
       "  local &count 4\nentry:\n" +
           kGlobalIndex + kGuard + R"(
  %0 = load ptr, &seed
  %1 = address %0 + %80 * 4
  %2 = load u32, %1
  %3 = convert u32 %2 -> u64
  store u64 %3 -> &v
  store u32 0 -> &count
  jump head
head:
  %4 = load u64, &v
  %5 = greater u64 %4, 1
  branch %5, lap, after
lap:
  %6 = and u64 %4, 1
  branch %6, odd, even
odd:
  %7 = multiply u64 %4, 3
  %8 = add u64 %7, 1
  store u64 %8 -> &v
  jump next
even:
  %9 = divide u64 %4, 2
  store u64 %9 -> &v
  jump next
next:
  %10 = load u32, &count
  %11 = add u32 %10, 1
  store u32 %11 -> &count
  jump head
after:
  %12 = load ptr, &steps
  %13 = address %12 + %80 * 4
  %14 = load u32, &count
  store u32 %14 -> %13
)" + kEnd},
      // for (s = blockDim.x / 2; s > 0; s >>= 1) x[threadIdx.x + s] = 1;
      {"halving", "x: write [4, 6*blockDim.x)\n", R"(
function @halving (x: ptr) -> void kernel {
  local &s 4
entry:
  %0 = divide u32 blockDim.x, 2
  store u32 %0 -> &s
  jump head
head:
  %1 = load u32, &s
  %2 = greater u32 %1, 0
  branch %2, lap, done
lap:
  %3 = add u32 threadIdx.x, %1
  %4 = load ptr, &x
  %5 = address %4 + %3 * 4
  store f32 1.0 -> %5
  %6 = load u32, &s
  %7 = shift_right u32 %6, 1
  store u32 %7 -> &s
  jump head
done:
  return
}
)"},
      // p = i < n ? x : y; p[threadIdx.x] = 1;
      {"either", "x: write [0, min(4*blockDim.x, 4*n))\ny: write [0, 4*blockDim.x)\n",
       "function @either (x: ptr, y: ptr, n: i32) -> void kernel {\n  local &i 4\n  local &p 8\nentry:\n" +
           kGlobalIndex +
           R"(
  %0 = load i32, &i
  %1 = load i32, &n
  %2 = less i32 %0, %1
  branch %2, yes, no
yes:
  %3 = load ptr, &x
  store ptr %3 -> &p
  jump body
no:
  %4 = load ptr, &y
  store ptr %4 -> &p
  jump body
body:
  %5 = load ptr, &p
  %6 = address %5 + threadIdx.x * 4
  store f32 1.0 -> %6
)" + kEnd},
      // if (i < n) out[(*frame)++] = x[n - 1 - i];
      {"append", "frame: read [0, 4) dense\nframe: write [0, 4) dense\nx: read [0, 4*n)\nout: write [0, ?)\n",
       "function @append (x: ptr const, out: ptr, frame: ptr, n: i32) -> void kernel {\n  local &i 4\nentry:\n" +
           kGlobalIndex + kGuard + R"(
  %0 = load ptr, &frame
  %1 = load i32, %0
  %2 = add i32 %1, 1
  store i32 %2 -> %0
  %3 = load ptr, &x
  %4 = subtract i32 %81, 1
  %5 = subtract i32 %4, %80
  %6 = address %3 + %5 * 4
  %7 = load f32, %6
  %8 = load ptr, &out
  %9 = address %8 + %1 * 4
  store f32 %7 -> %9
)" + kEnd},
  };
}

}  // namespace cudep::kernels
