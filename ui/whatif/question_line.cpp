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

QString fromUtf8(const std::string& text) {
    return QString::fromStdString(text);
}

QString rateShown(double rate) {
    return std::isfinite(rate) ? QuestionLine::tr("GPU of %1 images/s").arg(figureText(rate))
                               : QuestionLine::tr("any GPU");
}

}  // namespace

QuestionLine::QuestionLine(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent), document_(document) {
    auto* row = new WrapLayout(this, 5);
    row->setContentsMargins(8, 2, 8, 2);
    gpus_ = add(tr("GPUs per node"), tr("Choose or type the number of GPUs"));
    addWords(QStringLiteral("×"));
    card_ = add(tr("GPU"), tr("Choose a card; type any of its words, such as “a100 resnet”"));
    verb_ = addWords(QString());
    work_ = add(tr("Network"), tr("Choose the network and precision, by a published rate"));
    addWords(tr("on", "storage"));
    storage_ = add(tr("Storage"), tr("Choose the storage from the catalogue"));
    addWords(tr("with"));
    cores_ = add(tr("CPU cores"),
                 tr("Type the number of cores, each with one decode thread, or choose a machine of "
                    "the catalogue, which brings its GPUs and its price"));
    addWords(tr("cores,"))->setProperty(WrapLayout::kStaysBehind, true);
    format_ = add(tr("File format"), tr("Choose how the images are stored"));
    where_ = addWords(QString());  // last: it comes and goes, and no field moves
    row->addStretch();
    gpus_->setTakesText(true);
    cores_->setTakesText(true);
    gpus_->setChoices(countsToChoose({1, 2, 4, 8, 16}));
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

WordChooser* QuestionLine::add(const QString& name, const QString& tip) {
    auto* chooser = new WordChooser;
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

const GpuCard* QuestionLine::cardOfColumn(int column) const {
    return cardOf(cards_, document_->entryIn(column, CatalogKind::GpuRate).toStdString());
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
    card_->lineEdit()->setToolTip(card_->shown() + u'\n' + card_->toolTip());
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
    storage_->lineEdit()->setToolTip(storage_->shown() + u'\n' + storage_->toolTip());
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
    cores_->lineEdit()->setToolTip(cores_->shown() + u'\n' + cores_->toolTip());
    const QString format = inputEditText(Input::Format, document_->valueOf(column, Input::Format));
    format_->setChosen(format,
                       format == QLatin1String("raw") ? tr("one file per image") : tr("TFRecord"));
    QStringList where;
    if (inputs.nodes > 1.0) {
        where << tr("on each of %1 nodes").arg(figureText(inputs.nodes, 6));
    }
    if (!machine.isEmpty() && !own_cores) {
        where << tr("machine: %1").arg(machine);
    }
    where_->setText(where.join(QStringLiteral(", ")));
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
        parts << tr("%1 × %2").arg(
            figureText(inputs.gpus_per_node, 6),
            card == nullptr ? rateShown(inputs.gpu_rate) : shortNameOf(*card));
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
        const GpuCard* const usual = usualCard();
        if (!rated && usual != nullptr) {
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
    const QString before = work_->shown();
    const bool had_work = cardOfColumn(document_->chosen()) != nullptr;
    QStringList filled;
    change([&](int column) {
        setCard(column, card == cards_.end() ? nullptr : &*card);
        if (card != cards_.end()) {
            filled << needsOne(column);
        }
    });
    const QString after = work_->shown();
    if (had_work && card != cards_.end() && after != before) {
        filled << tr("The network is now %1: the catalogue has no rate of %2 for %3.")
                      .arg(after, before, name);
    }
    sayFilledIn(filled);
}

/// Whoever chooses a GPU where there is none means to have one.
QString QuestionLine::needsOne(int column) {
    if (document_->resolved(column).inputs.gpus_per_node >= 1.0) {
        return {};
    }
    document_->setInput(column, Input::GpusPerNode, 1.0);
    return tr("One GPU was filled in, because there was none.");
}

void QuestionLine::sayFilledIn(QStringList filled) {
    filled.removeAll(QString());
    if (!filled.isEmpty()) {
        Q_EMIT filledIn(filled.join(u' '));
    }
}

const GpuCard* QuestionLine::usualCard() const {
    const auto usual = std::ranges::find(cards_, kUsualCard, &GpuCard::variant);
    return usual == cards_.end() ? nullptr : &*usual;
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
    // Where none was chosen, the usual card's, so that all cards are asked about the same.
    const GpuCard* const usual = usualCard();
    const QString work =
        now     ? workOf(document_->catalog(), *now)
        : usual ? workOf(document_->catalog(), usualRate(document_->catalog(), *usual, {}))
                : QString();
    document_->setCatalogEntry(
        column, CatalogKind::GpuRate, fromUtf8(usualRate(document_->catalog(), *card, work).id));
}

void QuestionLine::chooseWork(const QString& rate) {
    QStringList filled;
    change([&](int column) {
        document_->setCatalogEntry(column, CatalogKind::GpuRate, rate);
        filled << needsOne(column);
    });
    sayFilledIn(filled);
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
