// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/environment.h"

#include "engine/base/environment.h"

namespace throughline::remote {

Environment process_environment() {
    return environment_variable;
}

}  // namespace throughline::remote
