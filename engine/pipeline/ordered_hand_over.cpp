// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/ordered_hand_over.h"

namespace throughline::pipeline {

std::size_t OrderedHandOver::take(std::span<EncodedImage> images,
                                  std::span<batch::Position> positions,
                                  TimeAccount& account) {
    for (;;) {
        std::size_t claimed = 0;
        {
            const MutexLock lock(mutex_);
            while (claimed < images.size()) {
                const auto position = filler_.try_claim();
                if (!position) {
                    break;
                }
                positions[claimed++] = *position;
            }
            const std::size_t taken = source_.try_take(images.first(claimed));
            for (std::size_t i = claimed; i > taken; --i) {
                filler_.unclaim(positions[i - 1]);
            }
            if (taken > 0) {
                return taken;
            }
        }
        if (claimed == 0) {
            const InState blocked(account, WorkState::Blocked);
            if (!filler_.wait_claimable()) {
                return 0;
            }
        } else if (!source_.wait(account)) {
            return 0;
        }
    }
}

}  // namespace throughline::pipeline
