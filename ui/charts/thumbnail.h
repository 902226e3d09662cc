// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "engine/record/study.h"

namespace throughline::ui {

inline constexpr int kThumbnailMin = 16;
inline constexpr int kThumbnailMax = 1024;

/// What a file manager shows of a record: the curve of its full runs over what was swept, below it
/// the best rate that one of them reached. What a study lacks, the picture lacks too.
/// `side` in px, kThumbnailMin to kThumbnailMax. Thread: any that may paint.
QImage thumbnailOf(const record::Study& study, int side);

}  // namespace throughline::ui
