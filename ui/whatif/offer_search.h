// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <utility>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// Does `work` elsewhere and then `done` on the GUI thread.
using WorkRunner = std::function<void(std::function<void()> work, std::function<void()> done)>;
/// Without a runner the work is done in place.
void runWork(const WorkRunner& runner,
             const std::function<void()>& work,
             const std::function<void()>& done);

/// The cheapest ways to a rate: of the candidates of the file, else of the catalogue's machines and
/// storage, with the network of the chosen scenario. Searches again by itself when these change,
/// unless there are very many candidates.
/// Thread: GUI; the search goes through the runner.
class OfferSearch : public QObject {
    Q_OBJECT
public:
    explicit OfferSearch(ScenarioDocument* document, QObject* parent = nullptr);

    void setRunner(WorkRunner runner) { runner_ = std::move(runner); }
    double target() const noexcept { return target_; }
    /// The images/s to reach; the search follows soon.
    void setTarget(double images_per_s);
    bool isSafe() const noexcept { return safe_; }
    /// Whether the lower end of the interval must reach the target.
    void setSafe(bool safe);
    void search();
    /// The same in a moment, once for all changes until then.
    void searchSoon() { timer_.start(); }

    /// It searches, or will in a moment.
    bool isUnderWay() const { return searching_ || timer_.isActive(); }

    const std::vector<whatif::Offer>& offers() const noexcept { return found_.offers; }
    std::size_t matches() const noexcept { return found_.matches; }
    /// What they train: of the chosen scenario, as far as machines have rates of it.
    const whatif::OfferedWork& work() const noexcept { return found_.offered; }
    /// How many reach the target and how many may, or why nothing was found.
    QString summary() const;

Q_SIGNALS:
    void targetChanged();
    void changed();  ///< what was found, or what is said of it

private:
    void take(const Result<whatif::WhatIf>& found);
    void follow();
    /// What offers were found for.
    struct Asked {
        whatif::Scenario base{};
        const StudyBase* study = nullptr;
        std::string gpuRate{};  ///< of the chosen scenario: whose network they train
        std::string askedBy{};  ///< its name

        bool operator==(const Asked&) const = default;
    };
    Asked base() const;
    std::string rateOfChosen() const;

    ScenarioDocument* document_;  // borrowed
    WorkRunner runner_;
    QTimer timer_;
    double target_ = 10000.0;
    bool safe_ = false;
    bool searching_ = false;
    whatif::WhatIf found_;
    Asked asked_;
    QString summary_;
};

}  // namespace throughline::ui
