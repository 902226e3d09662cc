// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/accelerator_picker.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include "engine/base/format.h"
#include "ui/study/setting_words.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr double kUsualStepSeconds = 0.05;

const catalog::AcceleratorChoices& published() {
    static const catalog::AcceleratorChoices kChoices(publishedFacts());
    return kChoices;
}

QStringList texts(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words) {
        list << QString::fromStdString(word);
    }
    return list;
}

void setTexts(WordChooser* box, const QStringList& texts, const QString& chosen) {
    std::vector<WordChooser::Choice> choices;
    for (const QString& text : texts) {
        choices.push_back({.id = text, .title = text});
    }
    box->setChoices(choices);
    box->setChosen(chosen, chosen);
}

QString ownStep() {
    return AcceleratorPicker::tr("My own step time");
}

/// An id that is not among the published ones: of an entry that the user wrote.
QString ownEntry(const std::string& id) {
    return AcceleratorPicker::tr("My own entry “%1”").arg(QString::fromStdString(id));
}

}  // namespace

const catalog::Catalog& publishedFacts() {
    static const catalog::Catalog kFacts = catalog::Catalog::built_in();
    return kFacts;
}

AcceleratorPicker::AcceleratorPicker(QWidget* parent) : QWidget(parent) {
    const auto box = [this](const QString& name, const QString& tip) {
        auto* made = new WordChooser;
        made->setAccessibleName(name);
        made->setToolTip(tip);
        return made;
    };
    card_ = box(tr("Card"), tr("Choose the card to emulate, or type words of its name"));
    work_ = box(tr("Network"), tr("Choose the network that the card runs or trains"));
    precision_ = box(tr("Precision"), tr("Choose the precision of the card's arithmetic"));
    step_label_ = new QLabel(tr("for each batch"));
    step_ = new AmountBox(*spec::find_setting("consumer.batch_seconds"));
    step_->setAccessibleName(settingTitle("consumer.batch_seconds"));
    step_->setObjectName(QStringLiteral("consumer.batch_seconds"));
    step_->setToolTip(tr("Type how long the accelerator works on a batch, such as 50 ms"));
    figure_ = new QLabel;
    figure_->setWordWrap(true);
    figure_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(figure_, &Theme::mutedText);
    others_ = new QToolButton;
    others_->setText(tr("&Other figures"));
    others_->setToolTip(tr("Choose another published figure of this card, network and precision"));
    others_->setPopupMode(QToolButton::InstantPopup);
    others_->setMenu(new QMenu(others_));

    auto* row = new QHBoxLayout;
    for (QWidget* part :
         std::initializer_list<QWidget*>{card_, work_, precision_, step_, step_label_}) {
        row->addWidget(part);
    }
    row->addStretch(1);
    auto* below = new QHBoxLayout;
    below->addWidget(figure_, 1);
    below->addWidget(others_, 0, Qt::AlignTop);
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addLayout(row);
    column->addLayout(below);
    connect(card_, &WordChooser::chosen, this, &AcceleratorPicker::cardChosen);
    connect(work_, &WordChooser::chosen, this, [this](const QString& work) {
        detailChosen(work, precision_->shown());
    });
    connect(precision_, &WordChooser::chosen, this, [this](const QString& precision) {
        detailChosen(work_->shown(), precision);
    });
    connect(step_, &AmountBox::valueChanged, this, &AcceleratorPicker::edited);
}

void AcceleratorPicker::setValues(const spec::Settings& settings) {
    const auto seconds = spec::number_at(settings, "consumer.batch_seconds").value_or(0);
    if (seconds > 0) {
        step_->setValue(seconds);
    }
    const std::string preset = spec::text_or_empty(settings, "consumer.preset");
    const bool paced = spec::text_or_empty(settings, "consumer.kind") == "paced";
    if (paced && (preset != preset_ || !known_)) {
        choose(preset);
    }
}

void AcceleratorPicker::writeTo(spec::Settings& settings) const {
    settings["consumer.preset"] = preset_;
    settings["consumer.batch_seconds"] = isOwn() ? step_->value() : spec::SettingValue(0.0);
}

void AcceleratorPicker::chooseUsual() {
    if (!known_) {
        choose(published().usual().id);
    }
}

void AcceleratorPicker::choose(const std::string& preset) {
    known_ = true;
    preset_ = preset;
    double seconds = 0;
    spec::setting_number(step_->value(), &seconds);
    if (isOwn() && seconds <= 0) {
        step_->setValue(kUsualStepSeconds);
    }
    show();
}

void AcceleratorPicker::cardChosen(const QString& card) {
    if (card == ownStep()) {
        choose({});
    } else if (const auto cards = texts(published().cards()); cards.contains(card)) {
        const auto* now = published().find(preset_);
        auto wanted = catalog::choice_of(now == nullptr ? published().usual() : *now);
        wanted.card = card.toStdString();
        choose(published().nearest(wanted).id);
    }
    Q_EMIT edited();
}

void AcceleratorPicker::detailChosen(const QString& work, const QString& precision) {
    choose(published()
               .nearest({.card = card_->shown().toStdString(),
                         .work = work.toStdString(),
                         .precision = precision.toStdString()})
               .id);
    Q_EMIT edited();
}

void AcceleratorPicker::show() {
    const auto* preset = published().find(preset_);
    const bool own_entry = preset == nullptr && !isOwn();
    QStringList cards = texts(published().cards());
    if (own_entry) {
        cards << ownEntry(preset_);
    }
    cards << ownStep();
    const auto choice = preset == nullptr ? catalog::AcceleratorChoice{} : choice_of(*preset);
    setTexts(card_,
             cards,
             preset != nullptr ? QString::fromStdString(choice.card)
             : own_entry       ? cards.at(cards.size() - 2)
                               : ownStep());
    if (preset != nullptr) {
        setTexts(work_, texts(published().works(choice.card)), QString::fromStdString(choice.work));
        setTexts(precision_,
                 texts(published().precisions(choice.card, choice.work)),
                 QString::fromStdString(choice.precision));
    }
    work_->setVisible(preset != nullptr);
    precision_->setVisible(preset != nullptr);
    step_->setVisible(isOwn());
    step_label_->setVisible(isOwn());
    showFigure();
}

void AcceleratorPicker::showFigure() {
    const auto* preset = published().find(preset_);
    figure_->setVisible(preset != nullptr);
    others_->menu()->clear();
    if (preset == nullptr) {
        others_->setVisible(false);
        return;
    }
    figure_->setText(QString::fromStdString(figure_text(*preset)));
    figure_->setToolTip(QString::fromStdString(preset->source.address));
    const auto figures = published().figures(choice_of(*preset));
    for (const auto* other : figures) {
        QAction* action = others_->menu()->addAction(QString::fromStdString(figure_text(*other)));
        action->setCheckable(true);
        action->setChecked(other == preset);
        connect(action, &QAction::triggered, this, [this, id = other->id] {
            choose(id);
            Q_EMIT edited();
        });
    }
    others_->setVisible(figures.size() > 1);
}

}  // namespace throughline::ui
