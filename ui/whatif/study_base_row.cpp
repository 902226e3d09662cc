// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/study_base_row.h"

#include <QHBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/record/this_machine.h"

namespace throughline::ui {

StudyBaseRow::StudyBaseRow(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(new ElidedLine),
      more_(new QToolButton),
      again_(new QPushButton(tr("&Measure again"))),
      alone_(new QPushButton(tr("Measure each stage a&lone…"))),
      here_(new QPushButton(tr("Measure thi&s computer…"))),
      use_(new QPushButton(tr("Use the chosen st&udy"))) {
    more_->setText(tr("More"));
    more_->setToolTip(tr("Show all that is to be known of the base"));
    more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    more_->setArrowType(Qt::RightArrow);
    more_->setCheckable(true);
    more_->setAutoRaise(true);
    more_->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy kept = more_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);  // the line would else be cut because of it
    more_->setSizePolicy(kept);
    connect(more_, &QToolButton::toggled, this, [this](bool whole) {
        words_->setWhole(whole);
        more_->setArrowType(whole ? Qt::DownArrow : Qt::RightArrow);
    });
    again_->setToolTip(tr("Open the form with the settings of the base"));
    connect(again_, &QPushButton::clicked, this, [this] {
        if (const StudyBase* base = document_->studyBase(); base && !base->studies.empty()) {
            Q_EMIT measureAgainAsked(base->studies.front().uuid);
        }
    });
    alone_->setToolTip(tr("Open the form with the settings of the base and each stage alone"));
    connect(alone_, &QPushButton::clicked, this, &StudyBaseRow::measureAlone);
    here_->setToolTip(tr("Open the form of a measurement, which can be the base"));
    connect(here_, &QPushButton::clicked, this, &StudyBaseRow::measureHereAsked);
    use_->setToolTip(tr("Base the predictions on the study that is chosen in the list"));
    connect(use_, &QPushButton::clicked, this, [this] {
        if (chosen_) {
            Q_EMIT studyBaseAsked({chosen_->id});
        }
    });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(words_, 1);
    layout->addWidget(more_);
    layout->addWidget(use_);
    layout->addWidget(here_);
    layout->addWidget(alone_);
    layout->addWidget(again_);
    hide();
    connect(document_, &ScenarioDocument::changed, this, [this] { setRefused({}, {}); });
}

void StudyBaseRow::measureAlone() {
    const StudyBase* base = document_->studyBase();
    if (!refused_.empty()) {
        Q_EMIT measureAloneAsked(refused_);
    } else if (base != nullptr && !base->studies.empty()) {
        Q_EMIT measureAloneAsked(base->studies.front().uuid);
    }
}

void StudyBaseRow::setRefused(const std::string& uuid, const QString& why) {
    refused_ = uuid;
    why_refused_ = why;
    showBase();
}

void StudyBaseRow::setLibrary(std::set<std::string> uuids) {
    library_ = std::move(uuids);
    showBase();
}

QStringList StudyBaseRow::gone(const StudyBase& base) const {
    QStringList titles;
    for (const auto& study : base.studies) {
        if (library_ && library_->count(study.uuid) == 0) {
            titles << QString::fromStdString(study.title);
        }
    }
    return titles;
}

void StudyBaseRow::setChosen(std::optional<StudyChoice> study) {
    chosen_ = std::move(study);
    showBase();
}

QString StudyBaseRow::otherThanChosen() const {
    if (!chosen_ || chosen_->title.isEmpty()) {
        return {};
    }
    const StudyBase* base = document_->studyBase();
    if (const StudyOfWays& ways = document_->file().ways_study;
        ways && ways->uuid == chosen_->uuid) {
        return {};  // it is asked what it can tell
    }
    if (base == nullptr) {
        return tr("These predictions are based on typed-in figures, not on the chosen study "
                  "\u201C%1\u201D.")
            .arg(chosen_->name());
    }
    const bool is_of_it = std::ranges::any_of(
        base->studies, [&](const auto& study) { return study.uuid == chosen_->uuid; });
    return is_of_it
               ? QString()
               : tr("These predictions are based on \u201C%1\u201D, not on the chosen study "
                    "\u201C%2\u201D.")
                     .arg(QString::fromStdString(whatif::marked_title(*base)), chosen_->name());
}

/// That a stage counts as without a limit, since it was not measured alone; "": all were.
static QString notAlone(const StudyBase& base) {
    bool storage = false;
    bool decode = false;
    for (const whatif::Gap& gap : base.calibration.base.gaps) {
        storage = storage || (gap.of == whatif::FigureOf::Storage && !gap.input);
        decode = decode || (gap.of == whatif::FigureOf::Runs &&
                            gap.input == model::Input::CpuSecondsPerImage);
    }
    if (!whatif::emulation_text(base).empty()) {
        return {};  // its storage is left out on purpose
    }
    return storage && decode ? StudyBaseRow::tr(
                                   "Neither storage nor decoding was measured alone, "
                                   "so they count as without a limit.")
           : storage ? StudyBaseRow::tr(
                           "Storage alone was not measured, so it counts as without a limit.")
           : decode ? StudyBaseRow::tr(
                          "Decoding alone was not measured, so it counts as without a limit.")
                    : QString();
}

QStringList StudyBaseRow::lines() const {
    const StudyBase* base = document_->studyBase();
    const QStringList missing = base == nullptr ? QStringList() : gone(*base);
    QStringList lines;
    if (!why_refused_.isEmpty()) {
        lines << why_refused_;
    }
    const QString other = why_refused_.isEmpty() ? otherThanChosen() : QString();
    if (!other.isEmpty()) {
        lines << other;
    }
    if (const std::string text = base == nullptr ? "" : whatif::emulation_text(*base);
        !text.empty()) {
        lines << QString::fromStdString(text);
    }
    if (base != nullptr && base->calibration.disturbed) {
        lines << tr(
            "Other programs used the processors while the base was measured, so its figures are "
            "too low by an unknown amount. This is why predictions get grade D and wide "
            "intervals.");
    }
    const QString not_alone = base == nullptr ? QString() : notAlone(*base);
    if (!not_alone.isEmpty()) {
        lines << not_alone;
    }
    if (!missing.isEmpty()) {
        lines << tr("The runs of %1 are not in the library, so the figures and grades stay as "
                    "saved and cannot be recalibrated.")
                     .arg(missing.join(QStringLiteral(", ")));
    }
    if (const auto& lost = document_->file().lost_base; !lost.empty()) {
        lines
            << tr("The base was calibrated on %1, but its runs were not saved with it. Predictions "
                  "are graded D until you choose the study as the base again.")
                   .arg(QString::fromStdString(lost));
    }
    return lines;
}

void StudyBaseRow::offerMore() {
    const bool cut = words_->isCut();
    if (!cut) {
        more_->setChecked(false);
    }
    more_->setVisible(cut || more_->isChecked());
}

void StudyBaseRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    offerMore();
}

void StudyBaseRow::showBase() {
    const StudyBase* base = document_->studyBase();
    const QString text = lines().join(u' ');
    if (text != words_->text()) {
        more_->setChecked(false);
        words_->setText(text);
    }
    const bool disturbed = base != nullptr && base->calibration.disturbed;
    const QString not_alone = base == nullptr ? QString() : notAlone(*base);
    setVisible(!text.isEmpty());
    use_->setVisible(why_refused_.isEmpty() && !otherThanChosen().isEmpty());
    const bool here =
        base != nullptr && gone(*base).isEmpty() && whatif::is_of(*base, record::this_machine());
    here_->setVisible(!why_refused_.isEmpty() && refused_.empty());
    again_->setVisible(disturbed && here);
    alone_->setVisible(!refused_.empty() || (!not_alone.isEmpty() && here));
    layout()->activate();
    offerMore();
}

}  // namespace throughline::ui
