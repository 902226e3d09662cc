// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// A label of quantities, and what its curves are of where it is not named.
struct LabelWords {
    std::string_view label;
    const char* each;
};
constexpr std::array<LabelWords, 15> kLabelWords{{
    {"device", QT_TRANSLATE_NOOP("Explore", "each device")},
    {"gpu", QT_TRANSLATE_NOOP("Explore", "each GPU")},
    {"interface", QT_TRANSLATE_NOOP("Explore", "each interface")},
    {"stage", QT_TRANSLATE_NOOP("Explore", "each stage")},
    {"answer", QT_TRANSLATE_NOOP("Explore", "each answer")},
    {"epoch", QT_TRANSLATE_NOOP("Explore", "each epoch")},
    {"file_system", QT_TRANSLATE_NOOP("Explore", "each file system")},
    {"job", QT_TRANSLATE_NOOP("Explore", "each job")},
    {"node", QT_TRANSLATE_NOOP("Explore", "each node")},
    {"queue", QT_TRANSLATE_NOOP("Explore", "each queue")},
    {"program", QT_TRANSLATE_NOOP("Explore", "each program")},
    {"limit", QT_TRANSLATE_NOOP("Explore", "each limit")},
    {"role", QT_TRANSLATE_NOOP("Explore", "each role")},
    {"cpu", QT_TRANSLATE_NOOP("Explore", "each processor")},
    {"doing", QT_TRANSLATE_NOOP("Explore", "each activity")},
}};

}  // namespace

QString eachMember(std::string_view label) {
    const auto* const words = std::ranges::find(kLabelWords, label, &LabelWords::label);
    return words == kLabelWords.end() ? tr("each %1").arg(QString::fromUtf8(
                                            label.data(), static_cast<qsizetype>(label.size())))
                                      : tr(words->each);
}

std::string keyOfEach(std::string_view id, std::string_view label) {
    return std::string(id).append("{").append(label).append("}");
}

std::string_view labelOfEach(std::string_view key) {
    const std::size_t open = key.find('{');
    if (open == std::string_view::npos || !key.ends_with('}') ||
        key.find('=') != std::string_view::npos) {
        return {};
    }
    return key.substr(open + 1, key.size() - open - 2);
}

QString sizeClassName(double bytes) {
    constexpr double kUnitStep = 1024.0;
    QString suffix;
    for (const char* next : {"K", "M", "G", "T"}) {
        if (bytes < kUnitStep || std::fmod(bytes, kUnitStep) != 0.0) {
            break;
        }
        bytes /= kUnitStep;
        suffix = QString::fromLatin1(next);
    }
    return QString::number(bytes, 'g', 15) + suffix;
}

}  // namespace throughline::ui
