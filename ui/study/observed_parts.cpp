// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/observed_parts.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr std::array<const char*, kObservedRoles> kRoleIds{"observed_workers", "observed_main"};

constexpr int kPaleTint = 4;

/// Of kObservedDoings, in their order.
constexpr std::array<DoingLook, kObservedDoings.size()> kDoingLooks{{
    {.slot = 0},
    {.slot = 0, .tint = kPaleTint},
    {.slot = 5},
    {.slot = 5, .tint = kPaleTint},
    {.slot = 3},
    {.slot = 2},
    {.slot = 1},
    {.slot = 3, .tint = kPaleTint},
    {.slot = 1, .tint = kPaleTint},
    {.slot = 7, .tint = kPaleTint},
}};

}  // namespace

ObservedRoles observedRoles(const metrics::MetricValues& values) {
    ObservedRoles roles;
    roles[0].title = QCoreApplication::translate("throughline::ui::ObservedView", "Loader workers");
    roles[1].title = QCoreApplication::translate("throughline::ui::ObservedView", "Main thread");
    for (std::size_t role = 0; role < kObservedRoles; ++role) {
        for (std::size_t doing = 0; doing < kObservedDoings.size(); ++doing) {
            const auto found =
                values.find(metrics::labelled(kRoleIds[role], "doing", kObservedDoings[doing]));
            if (found != values.end() && found->second > 0.0) {
                roles[role].parts.push_back({.doing = doing, .percent = found->second});
            }
        }
    }
    return roles;
}

QString titleOfDoing(std::size_t doing) {
    return said(metrics::words_of_label("doing", kObservedDoings[doing]));
}

DoingLook lookOfDoing(std::size_t doing) {
    return kDoingLooks[doing];
}

QString sharePercentText(double percent) {
    return QString::fromUtf8("%1 %").arg(std::lround(percent));
}

}  // namespace throughline::ui
