// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/reach_row.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/language.h"
#include "engine/whatif/headline.h"
#include "engine/whatif/reach.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

using model::Input;

constexpr std::array kAsked{Input::Threads,
                            Input::Cores,
                            Input::GpusPerNode,
                            Input::Nodes,
                            Input::StoUnits,
                            Input::QueueDepth};
constexpr int kWhatever = -1;
constexpr int kOffersShown = 3;
constexpr int kSentenceCharsMin = 20;
constexpr int kOfferPxMin = 60;
constexpr int kOfferGapPx = 4;
constexpr int kOtherChars = 16;  ///< "All 13…" and the space between

}  // namespace

ReachRow::ReachRow(ScenarioDocument* document, OfferSearch* search, QWidget* parent)
    : QWidget(parent),
      document_(document),
      search_(search),
      target_(new QLineEdit),
      asked_(new QComboBox),
      sentence_(new WrappedLine),
      use_(new QPushButton(tr("Set &counts"))),
      cheapest_(new QLabel),
      computed_for_(new WrappedLine),
      none_(new WrappedLine),
      all_(new QToolButton) {
    target_->setAlignment(Qt::AlignRight);
    target_->setFixedWidth(fontMetrics().averageCharWidth() * 11);
    target_->setToolTip(withOneMark(tr("Type the images per second to reach; 10k is 10,000")));
    target_->setAccessibleName(tr("Images per second to reach"));
    asked_->addItem(tr("by whatever limits"), kWhatever);
    for (const Input input : kAsked) {
        QString title = input == Input::GpusPerNode ? tr("GPUs") : inputTitle(input);
        if (spoken() == Language::English && input != Input::GpusPerNode) {
            title = title.toLower().replace(QLatin1String("cpu"), QLatin1String("CPU"));
        }
        asked_->addItem(tr("by %1").arg(title), static_cast<int>(input));
    }
    asked_->setToolTip(tr("Choose what to increase until the rate is reached"));
    asked_->setAccessibleName(tr("Input to increase"));
    QFont italic = sentence_->font();
    italic.setItalic(true);  // predicted
    sentence_->setFont(italic);
    sentence_->setToolTip(
        tr("A storage unit is what the chosen storage is bought in: a volume, a data node, a TiB "
           "or a prefix of a bucket."));
    use_->setToolTip(tr("Set these counts in the chosen scenario"));
    auto* label = new QLabel(tr("To re&ach"));
    label->setBuddy(target_);
    label->setMinimumWidth(label->sizeHint().width() + 6);  // the underlined letter is not kerned
    auto* first = new WrapLayout(nullptr, 6);
    for (QWidget* part :
         std::initializer_list<QWidget*>{label, target_, new QLabel(tr("images/s")), asked_}) {
        first->addWidget(part);
    }
    auto* said = bareLayout<QHBoxLayout>(new QWidget);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    sentence_->setSizePolicy(policy);  // beside the question where it has the room for one line
    sentence_->setMinimumWidth(fontMetrics().averageCharWidth() * kSentenceCharsMin);
    said->addWidget(sentence_, 1);
    said->addWidget(use_);
    said->parentWidget()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    first->addWidget(said->parentWidget());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 1, 8, 1);
    column->setSpacing(2);
    column->addLayout(first);
    column->addLayout(makeOffers());
    column->addWidget(computed_for_);
    computed_for_->setFont(smallFont());
    setInk(computed_for_, &Theme::mutedText);
    connect(target_, &QLineEdit::editingFinished, this, &ReachRow::takeTarget);
    connect(asked_, &QComboBox::currentIndexChanged, this, &ReachRow::refresh);
    connect(use_, &QPushButton::clicked, this, &ReachRow::use);
    connect(all_, &QToolButton::clicked, this, &ReachRow::allOffersAsked);
    connect(document_, &ScenarioDocument::changed, this, &ReachRow::refresh);
    connect(document_, &ScenarioDocument::chosenChanged, this, &ReachRow::refresh);
    connect(search_, &OfferSearch::targetChanged, this, &ReachRow::showTarget);
    connect(search_, &OfferSearch::changed, this, &ReachRow::showOffers);
    showTarget();
    showOffers();
}

QHBoxLayout* ReachRow::makeOffers() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kOfferGapPx);
    row->addWidget(cheapest_);
    row->addWidget(none_, 1);
    for (int i = 0; i < kOffersShown; ++i) {
        auto* offer = new QToolButton;
        offer->setFocusPolicy(Qt::StrongFocus);
        offer->setMinimumWidth(kOfferPxMin);
        offer->setToolTip(tr("Add this offer as a scenario"));
        offer->hide();
        connect(offer, &QToolButton::clicked, this, [this, i] {
            document_->addScenario(search_->offers()[static_cast<std::size_t>(i)].candidate);
        });
        offers_ << offer;
        row->addWidget(offer);
    }
    all_->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(all_);
    row->addStretch();  // where none_ does not take the room
    return row;
}

void ReachRow::takeTarget() {
    const auto value = parseInput(Input::GpuRate, target_->text());
    if (value && std::isfinite(std::get<double>(*value))) {
        search_->setTarget(std::get<double>(*value));
    } else {
        Q_EMIT refused(tr("Type the images per second to reach, such as 10000."));
    }
    showTarget();
}

void ReachRow::showTarget() {
    target_->setText(figureText(search_->target(), 6));
    refresh();
}

std::optional<whatif::Reach> ReachRow::reach() const {
    const int column = document_->chosen();
    if (!document_->isAnswered(column)) {
        return std::nullopt;
    }
    const int input = asked_->currentData().toInt();
    return whatif::reach(
        document_->resolved(column),
        search_->target(),
        input == kWhatever ? std::optional<Input>() : std::optional(static_cast<Input>(input)));
}

void ReachRow::refresh() {
    const auto said = reach();
    QString words;
    if (said) {
        const auto& answers = document_->answers().answers;
        const auto& answer = answers[static_cast<std::size_t>(document_->chosen())];
        words = QString::fromStdString(
            whatif::reach_text(*said, whatif::digits_of(answer.graded.grade)));
    }
    sentence_->setLine(words);
    use_->setEnabled(said && !whatif::counts_to_set(*said).empty());
}

void ReachRow::showOffers() {
    const auto& found = search_->offers();
    const whatif::OfferedWork& work = search_->work();
    const QString computed = QString::fromStdString(whatif::text_of(work));
    cheapest_->setHidden(found.empty());
    cheapest_->setText(work.taken.empty()
                           ? tr("Cheapest:")
                           : tr("Cheapest for %1:").arg(QString::fromStdString(work.taken)));
    cheapest_->setToolTip(computed);
    computed_for_->setLine(computed);
    // Where nothing else was asked, the words before the offers say enough.
    computed_for_->setHidden(found.empty() || work.asked.empty() || work.asked == work.taken);
    none_->setVisible(found.empty());
    none_->setLine(search_->summary());
    int room =
        width() - cheapest_->sizeHint().width() - fontMetrics().averageCharWidth() * kOtherChars;
    for (int i = 0; i < kOffersShown; ++i) {
        QToolButton* button = offers_[i];
        button->setVisible(i < static_cast<int>(found.size()));
        if (button->isHidden()) {
            continue;
        }
        const auto& offer = found[static_cast<std::size_t>(i)];
        const QString name = groupedBeforeUnits(QString::fromStdString(offer.candidate.name));
        const QString price = offer.answer.prediction.job
                                  ? moneyText(offer.answer.prediction.job->all_usd_per_hour())
                                  : QString();
        const QString text = tr("%1 per hour: %2").arg(price, name);
        button->setText(text);
        button->setToolTip(tr("Add %1 as a scenario: ≈ %2 images/s, predicted")
                               .arg(name,
                                    predictedText(offer.answer.prediction.images_per_s(),
                                                  offer.answer.graded.grade)));
        button->setEnabled(canAdd(*document_) || columnLike(*document_, offer.candidate));
        // The cheapest is shown always, another one only where it can be read whole.
        const int wanted = button->sizeHint().width() + kOfferGapPx;
        button->setVisible(i == 0 || wanted <= room);
        if (i == 0 && wanted > room) {
            button->setText(fontMetrics().elidedText(
                text,
                Qt::ElideRight,
                std::max(kOfferPxMin, room - wanted + fontMetrics().horizontalAdvance(text))));
        }
        room -= wanted;
    }
    all_->setVisible(search_->matches() > 1);
    all_->setText(tr("All %n…", nullptr, static_cast<int>(search_->matches())));
    all_->setToolTip(tr("Show all offers in a table") + u'\n' + search_->summary());
}

void ReachRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showOffers();
}

void ReachRow::use() {
    if (const auto said = reach()) {
        Q_EMIT countsAsked(whatif::counts_to_set(*said));
    }
}

}  // namespace throughline::ui
