// Questions that several rules ask of a race.
#include "rules/explained_race.h"

namespace cudep::rules {

std::uint32_t later_call(const engine::Race& race) { return race.capture ? race.later.origin : race.later.op; }
std::uint32_t earlier_call(const engine::Race& race) { return race.capture ? race.earlier.origin : race.earlier.op; }

bool is_plain(Reason reason) {
  switch (reason) {
    case Reason::NothingOrders:
    case Reason::WaitAfterConsumer:
    case Reason::ReRecordedBeforeWait:
    case Reason::OtherEventWaitedFor:
    case Reason::RecordedNotWaitedFor:
    case Reason::OtherStreamSynchronized:
    case Reason::NonBlockingStream:
      return true;
    case Reason::RecordedBeforeProducer:
    case Reason::WaitBeforeRecord:
    case Reason::NeverRecorded:
    case Reason::LifeEnded:
    case Reason::UsedAfterEnd:
    case Reason::CapturedPointerEnded:
      return false;
  }
  return false;
}

}  // namespace cudep::rules
