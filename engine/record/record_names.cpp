// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_names.h"

#include "engine/base/say.h"

namespace throughline::record {

const char* name_of(Origin value) noexcept {
    switch (value) {
        case Origin::Measured:
            return to_say("measured");
        case Origin::Observed:
            return to_say("observed");
        case Origin::Imported:
            return to_say("imported");
        case Origin::Published:
            return to_say("published");
        case Origin::Predicted:
            return to_say("predicted");
    }
    return "";
}

const char* name_of(Phase value) noexcept {
    switch (value) {
        case Phase::Warmup:
            return "warmup";
        case Phase::Measured:
            return "measured";
        case Phase::Drain:
            return "drain";
    }
    return "";
}

const char* name_of(Level value) noexcept {
    switch (value) {
        case Level::Info:
            return "info";
        case Level::Warning:
            return "warning";
        case Level::Error:
            return "error";
    }
    return "";
}

const char* name_of(RunStatus value) noexcept {
    switch (value) {
        case RunStatus::Done:
            return to_say("done");
        case RunStatus::Stopped:
            return to_say("stopped");
        case RunStatus::Failed:
            return to_say("failed");
        case RunStatus::Interrupted:
            return to_say("interrupted");
    }
    return "";
}

const char* name_of(Grade value) noexcept {
    switch (value) {
        case Grade::None:
            return "none";
        case Grade::Measured:
            return "measured";
        case Grade::Indicated:
            return "indicated";
        case Grade::Suggested:
            return "suggested";
    }
    return "";
}

}  // namespace throughline::record
