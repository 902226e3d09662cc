// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <set>
#include <vector>

#include "engine/spec/spec.h"
#include "ui/bridge/library_service.h"
#include "ui/shell/folder_watch.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// Brings the catalogue and calibrations from the library's thread to the What-if tab.
/// Thread: GUI. Blocks: never.
class WhatIfFeed : public QObject {
    Q_OBJECT
public:
    WhatIfFeed(LibraryService* library, WhatIfPage* page, QObject* parent = nullptr);

    void setChecked(const std::vector<std::int64_t>& ids);
    /// Those that are chosen in the list.
    void setChosen(const std::vector<std::int64_t>& ids);
    /// Somebody looks at the page: an untouched example gives way to the first of the chosen
    /// studies, then of the plotted ones that were measured here, whose runs can be a base. Where
    /// none can, the page says why of the first that was chosen.
    void begin();
    /// Calibrates on these studies; every other study of the library tests the predictions.
    void calibrateOn(const std::vector<std::int64_t>& ids);

Q_SIGNALS:
    /// What a study of the base measured, to be measured once more.
    void measureAgainAsked(const throughline::spec::StudySpec& spec);

private:
    using Refused = std::function<void(const QString& why)>;
    /// Calibrates on the first that can be a base. `refused`, when none can: says so.
    void beginWith(std::vector<std::int64_t> candidates, const std::function<void()>& refused);
    const StudyChoice* studyOf(std::int64_t id) const;
    void sayRefused(const std::vector<std::int64_t>& ids, const QString& why);
    void calibrate(const std::vector<std::int64_t>& ids, const Refused& refused);
    QString whyNoBase(const std::vector<std::int64_t>& ids, QString why) const;
    void findSpec(const std::string& uuid, bool eachStageAlone);
    /// The built-in catalogue with the user's own entries, as their files are now.
    void loadCatalog();
    void takeList(const std::vector<store::StudyRow>& studies);
    void offerStudies();
    /// To the page, as what it could rest on instead.
    void offerChosen();

    LibraryService* library_;  // borrowed
    WhatIfPage* page_;         // borrowed
    std::vector<StudyChoice> studies_;
    std::set<std::int64_t> checked_;
    std::vector<std::int64_t> chosen_;
    FolderWatch own_entries_;
    std::uint64_t question_ = 0;  ///< only the answer to the last one counts
};

}  // namespace throughline::ui
