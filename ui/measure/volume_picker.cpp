// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/volume_picker.h"

#include <QHBoxLayout>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "engine/catalog/catalog.h"
#include "engine/spec/amounts.h"
#include "engine/volume/kinds.h"
#include "ui/measure/accelerator_picker.h"
#include "ui/style/number_input.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// Of the sizes that a kind is sold in these are listed, GiB; others can be typed.
constexpr std::array kListedGib{100.0, 500.0, 1024.0, 4096.0, 16384.0};

QString sizeText(double gib) {
    return QString::fromStdString(
        spec::bytes_text(static_cast<std::int64_t>(gib) * (std::int64_t{1} << 30U)));
}

void addSized(const catalog::StorageTarget& target,
              const volume::VolumeKind& kind,
              std::vector<WordChooser::Choice>& choices) {
    const QString id = QString::fromStdString(target.id);
    const QString name = QString::fromStdString(target.name);
    const auto add = [&](double gib) {
        choices.push_back({.id = id + u':' + sizeText(gib).remove(u' '),
                           .title = name + QStringLiteral(", ") + sizeText(gib),
                           .search = id});
    };
    bool listed = false;
    for (const double gib : kListedGib) {
        if (gib >= kind.gib_min && gib <= kind.gib_max) {
            add(gib);
            listed = true;
        }
    }
    if (!listed) {
        add(kind.gib_min);
    }
}

/// How long the first byte takes where nobody has published it, until somebody says otherwise: a
/// store whose maker says "single-digit milliseconds" and data nodes of one's own are quicker than
/// the "tens of milliseconds" of the others.
QString assumedLatency(const catalog::StorageTarget& target) {
    const bool quick = std::ranges::any_of(target.remarks, [](const auto& remark) {
        return remark.second.starts_with("single-digit milliseconds");
    });
    return quick || target.has_data_nodes() ? QStringLiteral("5 ms") : QStringLiteral("50 ms");
}

const QString& latencyPart() {
    static const QString kPart = QStringLiteral(":latency=");
    return kPart;
}

bool lacksLatency(const catalog::StorageTarget& target) {
    return target.is_store() && !target.latency_s.value;
}

const catalog::StorageTarget* targetOf(const QString& volume) {
    return publishedFacts().find_storage(volume.section(u':', 0, 0).trimmed().toStdString());
}

/// A store that was typed by its id comes with the latency that is assumed of it.
QString withLatency(const QString& volume) {
    const auto* const target = targetOf(volume);
    return target != nullptr && lacksLatency(*target) && !volume.contains(latencyPart())
               ? volume + latencyPart() + assumedLatency(*target).remove(u' ')
               : volume;
}

/// Those without a published first byte come with the assumed one, which can be changed beside.
void addStores(std::vector<WordChooser::Choice>& choices) {
    for (const catalog::StorageTarget& target : publishedFacts().storage()) {
        if (target.is_store()) {
            choices.push_back({.id = withLatency(QString::fromStdString(target.id)),
                               .title = QString::fromStdString(target.name),
                               .search = QString::fromStdString(target.id)});
        }
    }
}

std::vector<WordChooser::Choice> choicesOf(VolumePicker::Offers offers, bool far) {
    std::vector<WordChooser::Choice> choices{
        {.id = {},
         .title = far ? VolumePicker::tr("The store as it is")
                      : VolumePicker::tr("This disk as it is")}};
    if (far) {  // nothing is emulated over a store
        return choices;
    }
    for (const catalog::StorageTarget& target : publishedFacts().storage()) {
        if (const auto* kind = volume::kind_of(target.id)) {
            addSized(target, *kind, choices);
        } else if (target.kind == "block" && target.read_iops.value &&
                   target.read_bytes_per_s.value) {
            choices.push_back({.id = QString::fromStdString(target.id),
                               .title = QString::fromStdString(target.name),
                               .search = QString::fromStdString(target.id)});
        }
    }
    if (offers == VolumePicker::Offers::VolumesAndStores) {
        addStores(choices);
    }
    return choices;
}

QString creditsTitle(const QString& credits) {
    return credits == QLatin1String("full")    ? VolumePicker::tr("full credits")
           : credits == QLatin1String("empty") ? VolumePicker::tr("no credits")
                                               : VolumePicker::tr("credits %1").arg(credits);
}

bool hasCredits(const QJsonObject& facts) {
    return facts[QLatin1String("iops")][QLatin1String("burst")].isDouble() ||
           facts[QLatin1String("bytes_per_s")][QLatin1String("burst")].isDouble();
}

}  // namespace

VolumePicker::VolumePicker(Offers offers, QWidget* parent)
    : QWidget(parent), offers_(offers), credits_(QStringLiteral("full")) {
    const bool stores = offers == Offers::VolumesAndStores;
    kind_ = new WordChooser;
    kind_->setObjectName(QStringLiteral("picker.storage.volume"));
    kind_->setAccessibleName(stores ? tr("Volume or store to emulate") : tr("Volume to emulate"));
    showTip();
    kind_->setTakesText(true);
    kind_->setChoices(choicesOf(offers, far_));
    full_ = new WordChooser;
    full_->setObjectName(QStringLiteral("picker.storage.volume_credits"));
    full_->setAccessibleName(tr("Burst credits at the beginning"));
    full_->setToolTip(
        tr("Choose how many burst credits a run begins with, or type a share such as "
           "25 %"));
    full_->setTakesText(true);
    full_->setChoices(
        {{.id = QStringLiteral("full"), .title = creditsTitle(QStringLiteral("full"))},
         {.id = QStringLiteral("empty"), .title = creditsTitle(QStringLiteral("empty"))}});
    makeLatency();
    facts_ = new QLabel;
    facts_->setWordWrap(true);
    facts_->setTextFormat(Qt::PlainText);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setInk(facts_, &Theme::mutedText);

    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Behaves as")));
    row->addWidget(kind_);
    row->addWidget(full_);
    row->addWidget(latency_label_);
    row->addWidget(latency_);
    row->addStretch(1);
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addLayout(row);
    column->addWidget(facts_);
    const auto take = [this](const QString& volume, const QString& credits) {
        choose(volume, credits);
        Q_EMIT edited();
    };
    const auto takeKind = [this, take](const QString& volume) {
        take(withLatency(volume.trimmed()), QStringLiteral("full"));
    };
    connect(kind_, &WordChooser::chosen, this, takeKind);
    connect(kind_, &WordChooser::typed, this, takeKind);
    connect(full_, &WordChooser::chosen, this, [this, take](const QString& credits) {
        take(volume_, credits);
    });
    connect(full_, &WordChooser::typed, this, [this, take](const QString& credits) {
        take(volume_, credits.trimmed());
    });
    connect(&command_, &EngineCommand::finished, this, &VolumePicker::takeFacts);
    choose({}, credits_);
}

void VolumePicker::showTip() {
    kind_->setToolTip(
        far_ ? tr("Of data in a store nothing is emulated. To emulate a volume or a store, choose "
                  "data on a disk of this computer.")
        : offers_ == Offers::VolumesAndStores
            ? tr("Choose the cloud volume or object store that this disk is to behave as, type "
                 "words of its name, or type it: aws-gp2:334GiB, aws-s3:prefixes=4")
            : tr("Choose the cloud volume that this disk is to behave as, type words of its "
                 "name, or type it with its size: aws-gp2:334GiB"));
}

void VolumePicker::setFar(bool far) {
    if (far != std::exchange(far_, far)) {
        kind_->setChoices(choicesOf(offers_, far_));
        kind_->setChosen(volume_, titleOf(volume_));
        showTip();
    }
}

void VolumePicker::makeLatency() {
    latency_label_ = new QLabel(tr("first byte after"));
    latency_ = new WordChooser;
    latency_->setObjectName(QStringLiteral("picker.storage.store.latency"));
    latency_->setAccessibleName(tr("Time to the first byte"));
    latency_->setToolTip(
        tr("Choose how long the store takes to the first byte, or type it, such as 30 ms. Nobody "
           "has published it of this store."));
    latency_->setTakesText(true);
    std::vector<WordChooser::Choice> latencies;
    for (const char* const text : {"5 ms", "20 ms", "50 ms", "100 ms", "200 ms"}) {
        latencies.push_back({.id = QLatin1String(text), .title = QLatin1String(text)});
    }
    latency_->setChoices(latencies);
    connect(latency_, &WordChooser::chosen, this, &VolumePicker::takeLatency);
    connect(latency_, &WordChooser::typed, this, &VolumePicker::takeLatency);
}

void VolumePicker::setEngine(const QString& engine) {
    if (engine != engine_) {
        engine_ = engine;
        ask();
    }
}

void VolumePicker::setValues(const spec::Settings& settings) {
    const auto text = [&](const char* key) {
        return QString::fromStdString(spec::text_or_empty(settings, key));
    };
    const QString credits = text("storage.volume_credits");
    const QString instance = text("storage.volume_instance");
    const bool same_instance = instance == std::exchange(instance_, instance);
    const QString wanted = credits.isEmpty() ? QStringLiteral("full") : credits;
    const QString store = offers_ == Offers::Volumes ? QString() : text("storage.store");
    const QString chosen = store.isEmpty() ? text("storage.volume") : store;
    if (chosen != volume_ || wanted != credits_ || !same_instance) {
        choose(chosen, wanted);
    }
}

bool VolumePicker::lend(const QString& store) {
    if (store.isEmpty() == lent_.isEmpty()) {
        return false;
    }
    const QString before = std::exchange(lent_, store);
    if (volume_ != before) {  // both may be none
        return false;
    }
    choose(store, QStringLiteral("full"));
    return true;
}

bool VolumePicker::isStore() const {
    const auto* const target = targetOf(volume_);
    return offers_ == Offers::VolumesAndStores && target != nullptr && target->is_store();
}

QString VolumePicker::latency() const {
    const auto parts = volume_.split(u':');
    for (const QString& part : parts) {
        if (part.startsWith(QLatin1String("latency="))) {
            static const QRegularExpression kUnit(QStringLiteral("(?<=[0-9])(?=[a-zµ])"));
            return part.section(u'=', 1).trimmed().replace(kUnit, QStringLiteral(" "));
        }
    }
    return {};
}

void VolumePicker::takeLatency(const QString& text) {
    QStringList parts = volume_.split(u':');
    parts.removeIf([](const QString& part) { return part.startsWith(QLatin1String("latency=")); });
    parts.insert(1, QStringLiteral("latency=") + QString(withPoint(text)).remove(u' '));
    choose(parts.join(u':'), credits_);
    Q_EMIT edited();
}

void VolumePicker::showLatency() {
    const bool asked = isStore() && lacksLatency(*targetOf(volume_));
    latency_->setVisible(asked);
    latency_label_->setVisible(asked);
    latency_->setChosen(latency(), withMarks(latency()));
}

QString VolumePicker::titleOf(const QString& volume) const {
    for (const WordChooser::Choice& choice : choicesOf(offers_, far_)) {
        if (choice.id == volume) {
            return choice.title;
        }
    }
    // A store whose latency stands in a field of its own.
    const bool plain = isStore() && lacksLatency(*targetOf(volume_)) && volume.count(u':') == 1 &&
                       volume.contains(latencyPart());
    return plain ? QString::fromStdString(targetOf(volume_)->name) : volume;
}

void VolumePicker::writeTo(spec::Settings& settings) const {
    settings["storage.volume"] = isStore() ? std::string() : volume_.toStdString();
    if (offers_ == Offers::VolumesAndStores) {
        settings["storage.store"] = isStore() ? volume_.toStdString() : std::string();
    }
    settings["storage.volume_credits"] = credits_.toStdString();
}

void VolumePicker::choose(const QString& volume, const QString& credits) {
    volume_ = volume;
    credits_ = volume.isEmpty() ? QStringLiteral("full") : credits;
    kind_->setChosen(volume_, titleOf(volume_));
    showLatency();
    full_->setChosen(credits_, creditsTitle(credits_));
    ask();
}

/// The limits in the engine's words, which knows what can be emulated.
void VolumePicker::ask() {
    if (volume_.isEmpty() || engine_.isEmpty()) {
        obstacle_.clear();
        facts_->setVisible(false);
        full_->setVisible(false);
        return;
    }
    outdated_ = command_.isRunning();
    if (outdated_) {
        return;
    }
    QStringList arguments{isStore() ? QStringLiteral("store") : QStringLiteral("volume"),
                          QStringLiteral("describe"),
                          volume_,
                          QStringLiteral("--json")};
    if (!isStore()) {
        arguments << QStringLiteral("--credits") << credits_;
    }
    if (!isStore() && !instance_.isEmpty()) {
        arguments << QStringLiteral("--instance") << instance_;
    }
    command_.start(engine_, arguments);
}

void VolumePicker::takeFacts(const QJsonObject& facts, const QString& error) {
    if (outdated_ || volume_.isEmpty()) {
        return ask();
    }
    obstacle_ = error;
    facts_->setVisible(true);
    facts_->setText(error.isEmpty()
                        ? tr("This disk %1. All that such a run shows is marked emulated.")
                              .arg(facts[QLatin1String("text")].toString())
                        : error);
    full_->setVisible(hasCredits(facts) || credits_ != QLatin1String("full"));
    Q_EMIT described();
}

}  // namespace throughline::ui
