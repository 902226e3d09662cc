// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/ways_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QPointer>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/whatif/ways_cost.h"
#include "engine/whatif/ways_study.h"
#include "ui/style/run_colours.h"
#include "ui/style/said.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/ways_plot.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Input;
using whatif::Way;

constexpr int kWaysFieldChars = 12;
constexpr int kWaysTablePxMin = 60;
constexpr int kPlotLinesMin = 7;
enum WaysColumn { OfWay, FirstBatch, FirstEpoch, LaterEpochs, Hits, Until, Cost, kWaysColumns };

QLabel* waysLabel(const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    return label;
}

QString waysTimeText(double seconds) {
    return QString::fromStdString(whatif::ways_time_text(seconds));
}

QString waysBytesText(double bytes) {
    return inputText(Input::CacheBytes, bytes);
}

/// From 1 to kWaysBytesMax; none: it is no such number.
std::optional<double> waysBytesIn(const QString& text) {
    const auto value = parseInput(Input::CacheBytes, text);
    if (!value || !std::holds_alternative<double>(*value)) {
        return std::nullopt;
    }
    const double bytes = std::get<double>(*value);
    return bytes >= 1.0 && bytes <= whatif::kWaysBytesMax ? std::optional(bytes) : std::nullopt;
}

/// Entries of the catalogue by id; the first is none of them.
void fillEntries(QComboBox* box,
                 const QString& none,
                 const std::vector<const catalog::StorageTarget*>& entries,
                 const std::string& chosen) {
    const QString id = QString::fromStdString(chosen);
    box->clear();
    box->addItem(none, QString());
    for (const catalog::StorageTarget* const entry : entries) {
        box->addItem(QString::fromStdString(entry->name), QString::fromStdString(entry->id));
    }
    if (box->findData(id) < 0) {
        box->addItem(id, id);  // of another catalogue: it has no price here
    }
    box->setCurrentIndex(box->findData(id));
}

QString joinedSentences(const std::vector<std::string>& sentences, QChar between) {
    QStringList all;
    for (const std::string& one : sentences) {
        all << QString::fromStdString(one);
    }
    return all.join(between);
}

/// A predicted figure, in italics as everywhere.
QTableWidgetItem* predictedWayItem(const QString& text) {
    auto* item = new QTableWidgetItem(text);  // the table owns it
    QFont font = item->font();
    font.setItalic(true);
    item->setFont(font);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

}  // namespace

/// A question with its answer, on the way to another thread and back.
struct WaysPanel::Played {
    StudyOfWays study{};
    whatif::WaysQuestion question{};
    std::optional<whatif::WaysAnswer> answer{};

    void run() { answer = whatif::answer_ways(*study, question); }
    /// Prices are no part of the answer.
    bool answers(const StudyOfWays& of, const whatif::WaysQuestion& asked) const {
        return study == of && question.data_bytes == asked.data_bytes &&
               question.cache_bytes == asked.cache_bytes && question.policy == asked.policy &&
               question.epochs == asked.epochs;
    }
};

WaysPanel::WaysPanel(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      data_(new QuantityEdit(Input::CacheBytes)),
      cache_(new QuantityEdit(Input::CacheBytes)),
      policy_(new QComboBox),
      epochs_(new CountBox),
      store_(new QComboBox),
      disk_(new QComboBox),
      sentence_(new WrappedLine),
      view_(new PlotView),
      table_(new QTableWidget(static_cast<int>(whatif::kWays.size()), kWaysColumns)),
      cost_(new QLabel),
      tested_(new QLabel) {
    makeTable();
    QFont italic = sentence_->font();
    italic.setItalic(true);  // predicted
    sentence_->setFont(italic);
    sentence_->setContentsMargins(8, 2, 8, 2);
    view_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    view_->setMinimumHeight(fontMetrics().height() * kPlotLinesMin);  // its axis stays on screen
    for (QLabel* const line : {cost_, tested_}) {
        line->setWordWrap(true);
        line->setFont(smallFont());
    }
    cost_->setContentsMargins(8, 2, 8, 0);
    tested_->setContentsMargins(8, 2, 8, 6);
    auto* column = bareLayout<QVBoxLayout>(this, 0);
    column->addWidget(makeQuestion());
    column->addWidget(sentence_);
    column->addWidget(view_, 1);
    column->addWidget(table_);
    column->addWidget(makePrices());
    column->addWidget(cost_);
    column->addWidget(tested_);
    refresh();
}

QWidget* WaysPanel::makeQuestion() {
    const int width = fontMetrics().averageCharWidth() * kWaysFieldChars;
    data_->setFixedWidth(width);
    data_->setAccessibleName(tr("Size of the data set"));
    data_->setToolTip(
        tr("Type the size of another data set of the same kind, such as 150 GB. Press Up or Down "
           "to step, Page Up or Page Down to double or halve."));
    cache_->setFixedWidth(width);
    cache_->setAccessibleName(tr("Size of the cache"));
    cache_->setToolTip(
        tr("Type what the cache can hold, such as 64 GB; as much as the data set or more is "
           "everything. Press Up or Down to step, Page Up or Page Down to double or halve."));
    constexpr std::array kTitles{
        to_say("nothing goes"), to_say("least recently used"), to_say("first in, first out")};
    constexpr std::array kPolicies{
        model::TierPolicy::Keep, model::TierPolicy::Lru, model::TierPolicy::Fifo};
    for (std::size_t i = 0; i < kTitles.size(); ++i) {
        policy_->addItem(said(kTitles[i]), static_cast<int>(kPolicies[i]));
    }
    policy_->setToolTip(tr("Choose what a full cache gives up"));
    policy_->setAccessibleName(tr("What goes when the cache is full"));
    epochs_->setRange(1, static_cast<int>(whatif::kWaysEpochsMax));
    epochs_->setKeyboardTracking(false);
    epochs_->setToolTip(tr("Type the number of epochs of the job"));
    epochs_->setAccessibleName(tr("Epochs"));
    auto* row = new QWidget;
    auto* layout = new WrapLayout(row, 6);
    layout->setContentsMargins(8, 4, 8, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{waysLabel(tr("&Data"), data_),
                                                         data_,
                                                         waysLabel(tr("Cache &size"), cache_),
                                                         cache_,
                                                         waysLabel(tr("&When full"), policy_),
                                                         policy_,
                                                         waysLabel(tr("E&pochs"), epochs_),
                                                         epochs_}) {
        layout->addWidget(part);
    }
    for (QuantityEdit* field : {data_, cache_}) {
        const auto take = [this, field](const QString& text) {
            field == data_ ? takeData(text) : takeCache(text);
        };
        connect(field, &QuantityEdit::stepped, this, [take, field] { take(field->text()); });
        connect(field, &QLineEdit::editingFinished, this, [take, field] {
            if (field->isModified()) {
                take(field->text());
            }
        });
    }
    connect(policy_, &QComboBox::activated, this, [this] {
        whatif::WaysQuestion question = document_->file().ways;
        question.policy = static_cast<model::TierPolicy>(policy_->currentData().toInt());
        ask(question, tr("Change what a full cache gives up"), QString());
    });
    connect(epochs_, &QSpinBox::valueChanged, this, [this](int epochs) {
        whatif::WaysQuestion question = document_->file().ways;
        question.epochs = {static_cast<double>(epochs)};
        ask(question, tr("Change the number of epochs"), QStringLiteral("ways/epochs"));
    });
    return row;
}

/// Below the table, whose last column they are for.
QWidget* WaysPanel::makePrices() {
    constexpr int kEntryChars = 28;
    store_->setAccessibleName(tr("Object store whose prices count"));
    store_->setWhatsThis(
        tr("Choose the object store of the catalogue that the data lie in: its prices for requests "
           "and bytes count."));
    disk_->setAccessibleName(tr("Disk whose price counts"));
    disk_->setWhatsThis(
        tr("Choose the disk of the catalogue that the copy or the cache lies on: its price by size "
           "and time counts."));
    auto* row = new QWidget;
    auto* layout = new WrapLayout(row, 6);
    layout->setContentsMargins(8, 4, 8, 0);
    for (QComboBox* const box : {store_, disk_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(kEntryChars);
    }
    for (QWidget* part :
         std::initializer_list<QWidget*>{waysLabel(tr("Pri&ces of the store"), store_),
                                         store_,
                                         waysLabel(tr("and of the dis&k"), disk_),
                                         disk_}) {
        layout->addWidget(part);
    }
    connect(store_, &QComboBox::activated, this, [this] {
        whatif::WaysQuestion question = document_->file().ways;
        question.store = store_->currentData().toString().toStdString();
        ask(question, tr("Change the store whose prices count"), QString());
    });
    connect(disk_, &QComboBox::activated, this, [this] {
        whatif::WaysQuestion question = document_->file().ways;
        question.disk = disk_->currentData().toString().toStdString();
        ask(question, tr("Change the disk whose price counts"), QString());
    });
    for (QComboBox* const box : {store_, disk_}) {
        box->setToolTip(box->whatsThis());
    }
    return row;
}

void WaysPanel::fillPrices() {
    const StudyOfWays& study = document_->file().ways_study;
    const whatif::WaysQuestion& question = document_->file().ways;
    const catalog::Catalog& catalog = document_->catalog();
    const auto* const own = study ? catalog.find_storage(study->store) : nullptr;
    fillEntries(store_,
                own != nullptr ? tr("%1, as measured").arg(QString::fromStdString(own->name))
                               : tr("not chosen"),
                whatif::stores_for_ways(catalog),
                question.store);
    fillEntries(disk_, tr("not chosen"), whatif::disks_for_ways(catalog), question.disk);
    for (QComboBox* const box : {store_, disk_}) {
        box->setEnabled(study != nullptr);
        box->parentWidget()->setVisible(study != nullptr);
    }
}

void WaysPanel::ask(const whatif::WaysQuestion& question,
                    const QString& text,
                    const QString& mergeKey) {
    document_->askWays(document_->file().ways_study, question, text, mergeKey);
}

void WaysPanel::takeData(const QString& text) {
    const StudyOfWays& study = document_->file().ways_study;
    const auto bytes = waysBytesIn(text);
    if (study && bytes) {
        whatif::WaysQuestion question = document_->file().ways;
        question.data_bytes =
            waysBytesText(*bytes) == waysBytesText(study->data_bytes) ? std::nullopt : bytes;
        ask(question, tr("Change the size of the data set"), QStringLiteral("ways/data"));
    }
    fillQuestion();  // also where nothing changed: what does not fit gives way
}

void WaysPanel::takeCache(const QString& text) {
    const StudyOfWays& study = document_->file().ways_study;
    const auto bytes = waysBytesIn(text);
    if (study && bytes) {
        whatif::WaysQuestion question = document_->file().ways;
        const double of_data = question.data_bytes.value_or(study->data_bytes);
        const bool everything =
            *bytes >= of_data || waysBytesText(*bytes) == waysBytesText(of_data);
        question.cache_bytes = everything ? std::nullopt : bytes;
        ask(question, tr("Change the size of the cache"), QStringLiteral("ways/cache"));
    }
    fillQuestion();
}

void WaysPanel::makeTable() {
    table_->setAccessibleName(tr("Times of the three ways"));
    table_->setToolTip(tr("Predicted from the epochs that were measured"));
    makeReadOnly(table_);
    table_->setFrameShape(QFrame::NoFrame);
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    table_->setFixedHeight(
        std::max(kWaysTablePxMin,
                 table_->horizontalHeader()->sizeHint().height() +
                     table_->rowCount() * table_->verticalHeader()->defaultSectionSize() + 2));
}

void WaysPanel::fillQuestion() {
    const StudyOfWays& study = document_->file().ways_study;
    const whatif::WaysQuestion& question = document_->file().ways;
    for (QWidget* field : std::initializer_list<QWidget*>{data_, cache_, policy_, epochs_}) {
        field->setEnabled(study != nullptr);
    }
    const QSignalBlocker quiet(epochs_);
    epochs_->setValue(static_cast<int>(question.epochs.back()));
    policy_->setCurrentIndex(policy_->findData(static_cast<int>(question.policy)));
    if (!study) {
        data_->clear();
        cache_->clear();
        return;
    }
    const double of_data = question.data_bytes.value_or(study->data_bytes);
    data_->setText(waysBytesText(of_data));
    cache_->setText(waysBytesText(question.cache_bytes.value_or(of_data)));
    policy_->setEnabled(
        question.cache_bytes.has_value());  // what holds everything gives nothing up
}

void WaysPanel::fillTable(const whatif::WaysAnswer& answer, const whatif::WaysCosts& costs) {
    const whatif::WaysAt& at = answer.at.back();
    table_->setHorizontalHeaderLabels({tr("Way"),
                                       tr("First batch"),
                                       tr("First epoch"),
                                       tr("Later epochs"),
                                       tr("Hits"),
                                       tr("%n epoch(s)", nullptr, static_cast<int>(at.epochs)),
                                       tr("Cost")});
    const auto& prices = costs.at.back().ways;
    int row = 0;
    for (const Way way : whatif::kWays) {
        const model::WayTimes& times = whatif::times_of(answer, way);
        auto* name = new QTableWidgetItem(wayTitle(way));  // the table owns it
        QFont font = name->font();
        font.setBold(way == at.fastest);
        name->setFont(font);
        name->setIcon(
            markerPixmap(static_cast<int>(way), fontMetrics().ascent(), devicePixelRatioF()));
        table_->setItem(row, OfWay, name);
        table_->setItem(row, FirstBatch, predictedWayItem(waysTimeText(times.first_batch_s)));
        table_->setItem(row, FirstEpoch, predictedWayItem(waysTimeText(times.first_epoch_s)));
        table_->setItem(row, LaterEpochs, predictedWayItem(waysTimeText(times.later_epoch_s)));
        constexpr double kPercent = 100.0;
        table_->setItem(row,
                        Hits,
                        predictedWayItem(way == Way::Cached ? tr("%1 %").arg(figureText(
                                                                  kPercent * times.hit_ratio, 3))
                                                            : kDash));
        table_->setItem(row, Until, predictedWayItem(waysTimeText(times.until_s(at.epochs))));
        const auto& usd = prices[static_cast<std::size_t>(row)].usd;
        table_->setItem(row, Cost, predictedWayItem(usd ? moneyText(*usd) : kDash));
        ++row;
    }
}

void WaysPanel::refresh() {
    const StudyOfWays& study = document_->file().ways_study;
    const whatif::WaysQuestion& question = document_->file().ways;
    fillQuestion();
    fillPrices();
    if (!study) {
        played_.reset();
        view_->setModel(emptyWaysPlot());
        sentence_->setLine({});
        cost_->clear();
        tested_->clear();
        showParts(false);
    } else if (played_ && played_->answers(study, question)) {
        showAnswer(*played_);
    } else if (!under_way_) {
        play(study, question);
    }
}

void WaysPanel::showParts(bool shown) {
    for (QWidget* part : std::initializer_list<QWidget*>{sentence_, table_, cost_, tested_}) {
        part->setVisible(shown);
    }
}

void WaysPanel::play(const StudyOfWays& study, const whatif::WaysQuestion& question) {
    auto played =
        std::make_shared<Played>(Played{.study = study, .question = question, .answer = {}});
    // Of the sizes that were measured no cache and no request is played through.
    if (!runner_ || (!question.data_bytes && !question.cache_bytes)) {
        played->run();
        played_ = played;
        showAnswer(*played);
        return;
    }
    under_way_ = true;
    if (!played_ || played_->study->uuid != study->uuid) {
        PlotModel waits = emptyWaysPlot();
        waits.emptyText.clear();
        view_->setModel(std::move(waits));
        showParts(false);
    }
    sentence_->setLine(tr("Playing the requests through…"));
    sentence_->show();
    runWork(
        runner_,
        [played] { played->run(); },
        [panel = QPointer<WaysPanel>(this), played] {
            if (panel) {
                panel->under_way_ = false;
                panel->played_ = played;
                panel->refresh();  // more may have been asked meanwhile
            }
        });
}

void WaysPanel::showAnswer(const Played& played) {
    // Of today's prices and title: the answer holds neither.
    const whatif::WaysQuestion& question = document_->file().ways;
    const whatif::WaysStudy& study = *played.study;
    const whatif::WaysAnswer& answer = *played.answer;
    showParts(true);
    view_->setModel(waysPlot(study, question, answer));
    sentence_->setLine(QString::fromStdString(whatif::ways_sentence(answer)));
    const whatif::WaysCosts costs =
        whatif::cost_of_ways(study, question, answer, document_->catalog());
    fillTable(answer, costs);
    showCosts(costs);
    tested_->setToolTip(QString::fromStdString(whatif::ways_chance_text(study)));
    tested_->setText(tr("Dotted: predicted; markers: measured in %1. %2")
                         .arg(QString::fromStdString(whatif::marked_title(study)),
                              QString::fromStdString(whatif::ways_test_text(study))));
}

/// Why something has no price; what is cheapest, and by which prices, where somebody looks for it.
void WaysPanel::showCosts(const whatif::WaysCosts& costs) {
    cost_->setText(joinedSentences(costs.missing, u' '));
    cost_->setVisible(!costs.missing.empty());
    std::vector<std::string> all = costs.prices;
    if (std::string sentence = whatif::ways_cost_sentence(costs); !sentence.empty()) {
        all.insert(all.begin(), std::move(sentence));
    }
    all.insert(all.end(), costs.left_out.begin(), costs.left_out.end());
    const QString by = joinedSentences(all, u'\n');
    cost_->setToolTip(by);
    store_->setToolTip(store_->whatsThis() + u'\n' + by);
    disk_->setToolTip(disk_->whatsThis() + u'\n' + by);
    table_->horizontalHeaderItem(Cost)->setToolTip(
        tr("List prices for requests, bytes read and the disk, without the computer") + u'\n' + by);
}

void WaysPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible()) {
        refresh();  // the markers have other colours on a dark ground
    }
}

}  // namespace throughline::ui
