// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/point_ids.h"

namespace throughline::ui {

PointIds combined(PointIds before, const PointIds& picked, PickHow how) {
    if (how == PickHow::Replace) {
        before.clear();
    }
    for (const std::int64_t id : picked) {
        if (!before.insert(id).second && how == PickHow::Toggle) {
            before.erase(id);
        }
    }
    before.erase(0);
    return before;
}

}  // namespace throughline::ui
