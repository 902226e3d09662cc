// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/study_base_button.h"

#include <algorithm>

#include "engine/record/this_machine.h"

namespace throughline::ui {

StudyBaseButton::StudyBaseButton(ScenarioDocument* document, QWidget* parent)
    : QToolButton(parent), document_(document), menu_(new QMenu(this)) {
    setMenu(menu_);
    connect(menu_, &QMenu::aboutToShow, this, &StudyBaseButton::fillMenu);
    connect(document_, &ScenarioDocument::changed, this, &StudyBaseButton::showBase);
    showBase();
}

std::vector<std::int64_t> StudyBaseButton::checkedStudies() const {
    std::vector<std::int64_t> checked;
    for (const auto& study : studies_) {
        if (study.checked) {
            checked.push_back(study.id);
        }
    }
    return checked;
}

void StudyBaseButton::showBase() {
    constexpr int kChars = 20;
    const StudyBase* study = document_->studyBase();
    QString title = tr("&Base: typed in");
    if (study != nullptr) {  // what was emulated stands in full
        const QString shown = fontMetrics().elidedText(QString::fromStdString(study->title),
                                                       Qt::ElideMiddle,
                                                       fontMetrics().averageCharWidth() * kChars);
        title = tr("&Base: %1")
                    .arg(QString::fromStdString(
                        analysis::marked_title(shown.toStdString(), whatif::emulated_in(*study))));
    }
    setText(title);
    setToolTip(
        study == nullptr
            ? tr("Choose the base of the scenarios: typed-in figures, or stored studies")
            : tr("Calibrated on %1")
                  .arg(QString::fromStdString(whatif::source_of(*study, record::this_machine()))));
}

bool StudyBaseButton::isBase(const StudyChoice& study) const {
    const StudyBase* base = document_->studyBase();
    if (const StudyOfWays& ways = document_->file().ways_study; ways && ways->uuid == study.uuid) {
        return true;
    }
    return base != nullptr && std::ranges::any_of(base->studies, [&](const auto& one) {
               return one.uuid == study.uuid;
           });
}

void StudyBaseButton::fillMenu() {
    menu_->clear();
    QAction* typed = menu_->addAction(tr("Typed-in figures"), this, [this] {
        if (document_->studyBase() != nullptr || !document_->file().lost_base.empty()) {
            document_->setStudyBase(nullptr);
        }
    });
    typed->setCheckable(true);
    typed->setChecked(document_->studyBase() == nullptr && document_->file().lost_base.empty());
    menu_->addSection(tr("Calibrate on studies"));
    const std::vector<std::int64_t> checked = checkedStudies();
    QAction* together = menu_->addAction(
        tr("The %n plotted studies together", nullptr, static_cast<int>(checked.size())),
        this,
        [this, checked] { Q_EMIT studyBaseAsked(checked); });
    together->setEnabled(!checked.empty());
    together->setToolTip(
        tr("Use all plotted studies: one may have measured storage, another the processor"));
    addStudies();
}

/// "photos" and at the right "28 Nov 06:31, 656 images/s".
static QString lineOf(const StudyChoice& study) {
    const bool dated =
        !study.when.isEmpty() && study.apart == study.when;  // it stands at the right
    QStringList behind{study.when, study.rate};
    behind.removeAll(QString());
    return QString(dated ? study.title : study.name()).replace(u'&', QStringLiteral("&&")) +
           (behind.isEmpty() ? QString() : u'\t' + behind.join(QStringLiteral(", ")));
}

void StudyBaseButton::addStudies() {
    constexpr int kListed = 20;  // as many as a small screen has room for
    QMenu* menu = menu_;
    int listed = 0;
    for (const StudyChoice& study : studies_) {
        const bool is_base = isBase(study);
        if (!study.offered && !is_base) {
            continue;
        }
        if (listed == kListed) {
            menu = menu->addMenu(tr("More"));
            menu->setToolTipsVisible(true);
            listed = 0;
        }
        ++listed;
        QAction* one = menu->addAction(
            lineOf(study), this, [this, id = study.id] { Q_EMIT studyBaseAsked({id}); });
        one->setCheckable(true);
        one->setChecked(is_base);
        one->setEnabled(study.why_not.isEmpty() || is_base);
        one->setToolTip(study.why_not.isEmpty() ? study.name() : study.why_not);
    }
}

}  // namespace throughline::ui
