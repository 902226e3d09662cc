// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_inks.h"

namespace throughline::ui {

QColor softInk() {
    return {0x55, 0x5c, 0x66};
}
QColor lineInk() {
    return {0xc4, 0xca, 0xd2};
}
QColor toneInk(report::Tone tone) {
    switch (tone) {
        case report::Tone::Better:
            return {0x00, 0x60, 0x3f};
        case report::Tone::Worse:
            return {0xa3, 0x29, 0x0f};
        case report::Tone::Small:
            return softInk();
        default:
            return Qt::black;
    }
}

}  // namespace throughline::ui
