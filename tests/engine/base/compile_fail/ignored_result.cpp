// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result.h"

throughline::Result<void> act();
throughline::Result<int> ask();

int use() {
#ifdef WRONG_USE
    act();
    ask();
#endif
    const auto answer = ask();
    return act() && answer ? *answer : 0;
}
