// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/question_line.h"

#include <QLineEdit>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/whatif/catalog_inputs.h"
#include "ui/style/number_text.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"
#include "ui/whatif/input_table_model.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/scenario_files.h"

namespace throughline::ui {

namespace {

using model::Input;

/// Where a GPU is asked for before one was chosen.
const QString kUsualCard = QStringLiteral("A100 80 GB");
/// A GPU that never is the limit.
const QString kAnyCard = QStringLiteral("any");
/// The storage of the base, which no entry of the catalogue is: what was measured.
const QString kOwnStorage = QStringLiteral("own");

QString fromUtf8(const std::string& text) {
    return QString::fromStdString(text);
}

std::vector<WordChooser::Choice> counts(std::initializer_list<int> numbers) {
    std::vector<WordChooser::Choice> choices;
    for (const int number : numbers) {
        choices.push_back({.id = QString::number(number), .title = QString::number(number)});
    }
    return choices;
}

QString rateShown(double rate) {
    return std::isfinite(rate) ? QuestionLine::tr("GPU of %1 images/s").arg(figureText(rate))
                               : QuestionLine::tr("any GPU");
}

/// Without the remarks: "no" and "with" stand in many of them.
QString searchOf(const catalog::GpuRate& rate) {
    return fromUtf8(rate.id + ' ' + catalog::name_of(rate) + ' ' + rate.source);
}

}  // namespace

QuestionLine::QuestionLine(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent), document_(document) {
    auto* row = new WrapLayout(this, 5);
    row->setContentsMargins(8, 2, 8, 2);
    gpus_ = add(tr("GPUs per node"), tr("Choose or type the number of GPUs"), QStringLiteral("16"));
    addWords(QStringLiteral("×"));
    card_ = add(tr("GPU"),
                tr("Choose a card; type any of its words, such as “a100 resnet”"),
                tr("%1 (variant not stated)").arg(QStringLiteral("A100")));
    verb_ = addWords(QString());
    work_ = add(tr("Network"),
                tr("Choose the network and precision, by a published rate"),
                QStringLiteral("ResNet-50 v1.5, AMP"));
    addWords(tr("on", "storage"));
    storage_ = add(tr("Storage"),
                   tr("Choose the storage from the catalogue"),
                   QStringLiteral("AWS EBS gp3, 6 GiB"));
    addWords(tr("with"));
    cores_ = add(tr("CPU cores"),
                 tr("Type the number of cores, each with one decode thread, or choose a machine of "
                    "the catalogue, which brings its GPUs and its price"),
                 QStringLiteral("96"));
    of_machine_ = addWords(QString());
    format_ =
        add(tr("File format"), tr("Choose how the images are stored"), tr("one file per image"));
    nodes_ = addWords(QString());
    row->addStretch();
    gpus_->setTakesText(true);
    cores_->setTakesText(true);
    gpus_->setChoices(counts({1, 2, 4, 8, 16}));
    format_->setChoices({{.id = QStringLiteral("record"),
                          .title = tr("TFRecord or other record files"),
                          .search = QStringLiteral("recordio webdataset shards tar")},
                         {.id = QStringLiteral("raw"),
                          .title = tr("one file for each image"),
                          .search = QStringLiteral("jpeg raw folder")}});
    const auto number = [](const QString& id) { return id.toDouble(); };
    connect(gpus_, &WordChooser::chosen, this, [this, number](const QString& id) {
        chooseGpus(number(id));
    });
    connect(gpus_, &WordChooser::typed, this, [this](const QString& text) {
        takeNumber(Input::GpusPerNode, text, [this](double count) { chooseGpus(count); });
    });
    connect(card_, &WordChooser::chosen, this, &QuestionLine::chooseCard);
    connect(work_, &WordChooser::chosen, this, &QuestionLine::chooseWork);
    connect(storage_, &WordChooser::chosen, this, &QuestionLine::chooseStorage);
    connect(cores_, &WordChooser::chosen, this, &QuestionLine::chooseCores);
    connect(cores_, &WordChooser::typed, this, [this](const QString& text) {
        takeNumber(Input::Cores, text, [this](double count) {
            chooseCores(QString::number(count, 'g', 12));
        });
    });
    connect(format_, &WordChooser::chosen, this, [this](const QString& id) {
        change([&](int column) { document_->setInput(column, Input::Format, id.toStdString()); });
    });
    connect(document_, &ScenarioDocument::changed, this, &QuestionLine::refresh);
    connect(document_, &ScenarioDocument::chosenChanged, this, &QuestionLine::refresh);
    refresh();
}

WordChooser* QuestionLine::add(const QString& name, const QString& tip, const QString& usual) {
    auto* chooser = new WordChooser;
    chooser->setUsual(usual);
    chooser->setAccessibleName(name);
    chooser->setToolTip(tip);
    chooser->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    layout()->addWidget(chooser);
    return chooser;
}

QLabel* QuestionLine::addWords(const QString& words) {
    auto* label = new QLabel(words);
    layout()->addWidget(label);
    return label;
}

void QuestionLine::takeNumber(Input input,
                              const QString& text,
                              const std::function<void(double)>& use) {
    const auto number = parseInput(input, text);
    if (number) {
        use(std::get<double>(*number));
    } else {
        Q_EMIT refused(fromUtf8(number.error().what));
    }
}

void QuestionLine::fillFromCatalog() {
    const catalog::Catalog& catalog = document_->catalog();
    shown_ = document_->sharedCatalog();
    works_of_.clear();
    cards_ = gpuCards(catalog);
    std::vector<WordChooser::Choice> cards;
    for (const GpuCard& card : cards_) {
        QString search;
        for (const auto& rate : card.rates) {
            search += searchOf(rate) + u' ';
        }
        cards.push_back({.id = card.name,
                         .title = card.name,
                         .search = search,
                         .tip = tr("%n published rate(s)", nullptr, int(card.rates.size()))});
    }
    cards.push_back({.id = kAnyCard, .title = tr("any GPU, however fast")});
    card_->setChoices(cards);
    fillStorage();
    auto cores = counts({2, 4, 8, 16, 32, 64, 96});
    for (const auto& machine : catalog.instances()) {
        cores.push_back({.id = fromUtf8(machine.id),
                         .title = machineTitle(machine),
                         .search = fromUtf8(machine.provider + ' ' + machine.gpu),
                         .tip = catalogTip(catalog, CatalogKind::Instance, machine.id)});
    }
    cores_->setChoices(cores);
}

/// The base's own stands first, then what can be had today, then what the studies had.
void QuestionLine::fillStorage() {
    const catalog::Catalog& catalog = document_->catalog();
    std::vector<WordChooser::Choice> storage;
    own_storage_ = ownStorage();
    if (!own_storage_.isEmpty()) {
        storage.push_back(
            {.id = kOwnStorage,
             .title = own_storage_,
             .tip = tr("The storage of \u201C%1\u201D").arg(document_->columnName(0))});
    }
    for (const bool of_studies : {false, true}) {
        for (const catalog::StorageTarget& target : catalog.storage()) {
            if ((target.era == "study") == of_studies) {
                storage.push_back(
                    {.id = fromUtf8(target.id),
                     .title = catalogName(catalog, CatalogKind::Storage, target.id),
                     .search = fromUtf8(target.id + ' ' + target.provider + ' ' + target.kind),
                     .tip = catalogTip(catalog, CatalogKind::Storage, target.id)});
            }
        }
    }
    storage_->setChoices(storage);
}

const GpuCard* QuestionLine::cardOfColumn(int column) const {
    return cardOf(cards_, document_->entryIn(column, CatalogKind::GpuRate).toStdString());
}

/// What the card runs; without one, what any card runs.
void QuestionLine::fillWorks() {
    const GpuCard* card = cardOfColumn(document_->chosen());
    const QString name = card == nullptr ? kAnyCard : card->name;
    if (name == works_of_) {
        return;
    }
    works_of_ = name;
    std::vector<WordChooser::Choice> works;
    for (const GpuCard& one : cards_) {
        for (const auto& rate : one.rates) {
            if (card != nullptr && card != &one) {
                continue;
            }
            const QString work = fromUtf8(catalog::work_in_full(document_->catalog(), rate));
            const double alone = rate.images_per_s_1.value.value_or(0.0);
            const QString speed =
                alone > 0.0 ? tr("%1 images/s").arg(figureText(alone))
                            : tr("8 GPUs: %1 images/s").arg(figureText(*rate.images_per_s_8.value));
            const QString title = card == nullptr ? tr("%1 on %2: %3").arg(work, one.name, speed)
                                                  : tr("%1: %2").arg(work, speed);
            works.push_back(
                {.id = fromUtf8(rate.id),
                 .title = title,
                 .search = searchOf(rate),
                 .tip = catalogTip(document_->catalog(), CatalogKind::GpuRate, rate.id)});
        }
    }
    work_->setChoices(works);
}

void QuestionLine::showGpus(int column) {
    const auto& inputs = document_->resolved(column).inputs;
    gpus_->setChosen(QString::number(inputs.gpus_per_node), figureText(inputs.gpus_per_node, 6));
    const GpuCard* card = cardOfColumn(column);
    const QString id = document_->entryIn(column, CatalogKind::GpuRate);
    card_->setChosen(card == nullptr ? QString() : card->name,
                     card == nullptr ? rateShown(inputs.gpu_rate) : card->name);
    fillWorks();
    const auto rate = catalog::find_gpu_rate(document_->catalog(), id.toStdString());
    const bool inference = rate && rate->model.find("inference") != std::string::npos;
    verb_->setText(inference ? tr("running") : tr("training", "what GPUs do"));
    work_->setChosen(id, rate ? workOf(document_->catalog(), *rate) : tr("any network"));
    work_->lineEdit()->setToolTip(
        rate ? catalogTip(document_->catalog(), CatalogKind::GpuRate, rate->id) : work_->toolTip());
}

QString QuestionLine::storageShown(int column) const {
    const QString id = document_->entryIn(column, CatalogKind::Storage);
    if (!id.isEmpty()) {
        return fromUtf8(document_->catalog().find_storage(id.toStdString())
                            ? document_->catalog().find_storage(id.toStdString())->name
                            : id.toStdString());
    }
    const auto& inputs = document_->resolved(column).inputs;
    if (document_->resolved(column).knowledge.is_calibrated(Input::StoBw) ||
        document_->resolved(column).knowledge.is_calibrated(Input::StoIops)) {
        return tr("the measured storage");
    }
    return std::isfinite(inputs.sto_bw)
               ? tr("storage of %1").arg(inputText(Input::StoBw, inputs.sto_bw))
               : tr("storage without a limit");
}

QString QuestionLine::ownStorage() const {
    return document_->entryIn(0, CatalogKind::Storage).isEmpty() ? storageShown(0) : QString();
}

bool QuestionLine::hasOwnStorage(int column) const {
    constexpr std::array kFast{Input::StoBw, Input::StoIops};
    return !own_storage_.isEmpty() && document_->entryIn(column, CatalogKind::Storage).isEmpty() &&
           std::ranges::all_of(kFast, [&](Input input) {
               return document_->valueOf(column, input) == document_->valueOf(0, input);
           });
}

void QuestionLine::showStorage(int column) {
    const whatif::Volume& volume = document_->volumeOf(column);
    const QString id = document_->entryIn(column, CatalogKind::Storage);
    const QString name = storageShown(column);
    storage_->setChosen(hasOwnStorage(column) ? kOwnStorage : id,
                        id.isEmpty() || volume.gib <= 0.0
                            ? name
                            : tr("%1, %2").arg(name, fromUtf8(whatif::describe(volume))));
}

void QuestionLine::refresh() {
    if (shown_ != document_->sharedCatalog()) {
        fillFromCatalog();
    } else if (own_storage_ != ownStorage()) {
        fillStorage();
    }
    const int column = document_->chosen();
    const auto& inputs = document_->resolved(column).inputs;
    showGpus(column);
    showStorage(column);
    const QString machine = document_->entryIn(column, CatalogKind::Instance);
    const bool own_cores = document_->isSet(column, Input::Cores);
    cores_->setChosen(own_cores ? QString() : machine, figureText(inputs.cores, 3));
    of_machine_->setText(machine.isEmpty() || own_cores ? tr("cores,")
                                                        : tr("cores of %1,").arg(machine));
    const QString format = inputText(Input::Format, document_->valueOf(column, Input::Format));
    format_->setChosen(format,
                       format == QLatin1String("raw") ? tr("one file per image") : tr("TFRecord"));
    nodes_->setText(inputs.nodes > 1.0 ? tr("on each of %1 nodes").arg(figureText(inputs.nodes, 6))
                                       : QString());
}

QString QuestionLine::nameOf(int column) const {
    const auto differs = [&](Input input) {
        return document_->valueOf(column, input) != document_->valueOf(0, input);
    };
    const auto& inputs = document_->resolved(column).inputs;
    QStringList parts;
    const QString machine = document_->entryIn(column, CatalogKind::Instance);
    if (!machine.isEmpty() && machine != document_->entryIn(0, CatalogKind::Instance)) {
        parts << machine;
    }
    if (differs(Input::GpusPerNode) || differs(Input::GpuRate)) {
        const GpuCard* card = cardOfColumn(column);
        parts << tr("%1 × %2").arg(figureText(inputs.gpus_per_node, 6),
                                   card == nullptr ? rateShown(inputs.gpu_rate) : card->name);
    }
    if (document_->entryIn(column, CatalogKind::Storage) !=
            document_->entryIn(0, CatalogKind::Storage) ||
        differs(Input::StoBw)) {
        parts << storageShown(column);
    }
    if (differs(Input::Cores) && document_->isSet(column, Input::Cores)) {
        parts << tr("%1 cores").arg(figureText(inputs.cores, 3));
    }
    for (const Input count : {Input::StoUnits, Input::Nodes}) {
        if (differs(count)) {
            parts << tr("%1: %2").arg(inputTitle(count),
                                      figureText(model::number_of(inputs, count), 6));
        }
    }
    if (differs(Input::Format)) {
        parts << (inputs.format == model::Format::Raw ? tr("one file per image") : tr("TFRecord"));
    }
    return parts.join(QStringLiteral(", "));
}

void QuestionLine::change(const std::function<void(int column)>& changes) {
    const bool begins = document_->chosen() == 0 && document_->studyBase() != nullptr;
    if (begins && !canAdd(*document_)) {
        Q_EMIT refused(
            tr("“Now” is what was measured. Choose a scenario to change, or remove one."));
        refresh();
        return;
    }
    document_->inOneStep(tr("Change the question"), [&] {
        if (begins) {
            document_->duplicate(0);
        }
        const int column = document_->chosen();
        const QString name = document_->columnName(column);
        const QString before = nameOf(column);
        const bool named_here = begins || (!before.isEmpty() && name.startsWith(before)) ||
                                name.startsWith(newScenarioName()) || named_.contains(name) ||
                                ScenarioFiles::isNameOfExample(name);
        changes(column);
        if (named_here) {
            const QString after = nameOf(column);
            document_->rename(column, after.isEmpty() ? newScenarioName() : after);
            named_.insert(document_->columnName(column));
        }
        const QString title = QString::fromStdString(document_->file().title);
        if (ScenarioFiles::isNameOfExample(title)) {
            document_->setTitle({});
        }
    });
}

void QuestionLine::setCounts(const std::vector<std::pair<model::Input, double>>& counts) {
    change([&](int column) {
        for (const auto& [input, count] : counts) {
            document_->setInput(column, input, count);
        }
    });
}

/// GPUs that have no rate would change nothing: they get the usual one.
void QuestionLine::chooseGpus(double count) {
    QString filled;
    change([&](int column) {
        const bool rated = std::isfinite(document_->resolved(column).inputs.gpu_rate);
        const auto usual = std::ranges::find_if(
            cards_, [](const GpuCard& card) { return card.name == kUsualCard; });
        if (!rated && usual != cards_.end()) {
            const auto& rate = usualRate(document_->catalog(), *usual, {});
            document_->setCatalogEntry(column, CatalogKind::GpuRate, fromUtf8(rate.id));
            filled = tr("%1 with %2 was filled in, because no GPU was chosen yet.")
                         .arg(usual->name, workOf(document_->catalog(), rate));
        }
        document_->setInput(column, Input::GpusPerNode, count);
    });
    if (!filled.isEmpty()) {
        Q_EMIT filledIn(filled);
    }
}

void QuestionLine::chooseCard(const QString& name) {
    const auto card = std::ranges::find(cards_, name, &GpuCard::name);
    const QString before = work_->currentText();
    const bool had_work = cardOfColumn(document_->chosen()) != nullptr;
    change([&](int column) { setCard(column, card == cards_.end() ? nullptr : &*card); });
    const QString after = work_->currentText();
    if (had_work && card != cards_.end() && after != before) {
        Q_EMIT filledIn(tr("The network is now %1: the catalogue has no rate of %2 for %3.")
                            .arg(after, before, name));
    }
}

/// Null: a GPU that never is the limit.
void QuestionLine::setCard(int column, const GpuCard* card) {
    if (card == nullptr) {
        document_->setCatalogEntry(column, CatalogKind::GpuRate, QString());
        document_->setInput(column, Input::GpuRate, model::kUnlimited);
        return;
    }
    const auto now = catalog::find_gpu_rate(
        document_->catalog(), document_->entryIn(column, CatalogKind::GpuRate).toStdString());
    const QString work = now ? workOf(document_->catalog(), *now) : QString();
    document_->setCatalogEntry(
        column, CatalogKind::GpuRate, fromUtf8(usualRate(document_->catalog(), *card, work).id));
}

void QuestionLine::chooseWork(const QString& rate) {
    change([&](int column) { document_->setCatalogEntry(column, CatalogKind::GpuRate, rate); });
}

/// Block storage is bought by size: the smallest volume that holds the data, as it is sold.
void QuestionLine::chooseStorage(const QString& id) {
    if (id == kOwnStorage) {
        chooseOwnStorage();
        return;
    }
    QString filled;
    change([&](int column) {
        document_->setCatalogEntry(column, CatalogKind::Storage, id);
        const auto& inputs = document_->resolved(column).inputs;
        const double bytes = inputs.images_per_epoch * inputs.image_bytes;
        if (!whatif::sold_by_volume(id.toStdString()) || document_->volumeOf(column).gib > 0.0) {
            return;
        }
        if (const auto gib = whatif::smallest_gib_that_holds(id.toStdString(), bytes)) {
            document_->setVolume(column, &whatif::Volume::gib, *gib);
            filled = tr("%1 GiB was filled in: the smallest volume that holds the data, which is "
                        "sold by size.")
                         .arg(figureText(*gib, 3));
        }
    });
    if (!filled.isEmpty()) {
        Q_EMIT filledIn(filled);
    }
}

/// As the base has it: nothing of the catalogue and nothing typed in.
void QuestionLine::chooseOwnStorage() {
    if (hasOwnStorage(document_->chosen())) {
        return;
    }
    change([&](int column) {
        document_->setCatalogEntry(column, CatalogKind::Storage, QString());
        for (const auto& info : model::input_table()) {
            if (whatif::is_of_storage(info.id) && document_->isSet(column, info.id)) {
                document_->clearInput(column, info.id);
            }
        }
    });
}

void QuestionLine::chooseCores(const QString& id) {
    bool is_number = false;
    const double cores = id.toDouble(&is_number);
    change([&](int column) {
        if (!is_number) {
            document_->setCatalogEntry(column, CatalogKind::Instance, id);
            const auto* machine = document_->catalog().find_instance(id.toStdString());
            if (machine != nullptr && !machine->gpu.empty()) {
                setCard(column, cardIn(*machine, cards_));
            }
            return;
        }
        document_->setInput(column, Input::Cores, cores);
        document_->setInput(column, Input::Threads, std::max(1.0, std::round(cores)));
    });
}

}  // namespace throughline::ui
