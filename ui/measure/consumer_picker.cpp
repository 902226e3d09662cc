// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/consumer_picker.h"

#include <QHBoxLayout>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <utility>

#include "engine/spec/gpu_network.h"
#include "ui/measure/settings_form.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {
namespace {

enum Kind : int { kNull, kPaced, kGpu };  // as the choices of consumer.kind stand

QString textOf(const spec::Settings& settings, const char* key) {
    const auto value = settings.find(key);
    return value == settings.end() ? QString()
                                   : QString::fromStdString(spec::setting_text(value->second));
}

void choose(QComboBox* box, const QString& data) {
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

QString labelOf(std::string_view network) {
    return QString::fromStdString(catalog::network_title(publishedFacts(), network));
}

/// With the names of the catalogue, which is read when a GPU is first chosen.
QString networkTitle(const QString& id) {
    if (id == QLatin1String("transfer")) {
        return ConsumerPicker::tr("Transfer: copy, normalise");
    }
    if (id == QLatin1String("trivial")) {
        return ConsumerPicker::tr("Trivial: three dense layers");
    }
    const std::string name = id.toStdString();
    return spec::is_proxy(name) ? ConsumerPicker::tr("Proxy of %1, without cuDNN")
                                      .arg(labelOf(spec::catalogue_id(name)))
                                : labelOf(name);
}

QStandardItem* itemOf(QComboBox* box, int index) {
    auto* model = qobject_cast<QStandardItemModel*>(box->model());
    return model == nullptr ? nullptr : model->item(index);
}

int defaultBatch() {
    const spec::SettingInfo* info = spec::find_setting("batch.images");
    return static_cast<int>(std::get<std::int64_t>(info->default_value));
}

/// 0, the largest that fits, is there for networks only; where it was chosen, the default follows.
void allowLargest(QSpinBox* batch, bool allowed) {
    if (!allowed && batch->value() == 0) {
        batch->setValue(defaultBatch());
    }
    batch->setMinimum(allowed ? 0 : 1);
    // It stands for the minimum, whichever that is.
    batch->setSpecialValueText(allowed ? ConsumerPicker::tr("largest that fits") : QString());
}

void addLabelled(QHBoxLayout* row, const QString& text, QWidget* editor) {
    auto* label = new QLabel(text);
    label->setBuddy(editor);
    row->addWidget(label);
    row->addWidget(editor);
}

}  // namespace

ConsumerPicker::ConsumerPicker(QWidget* parent) : QWidget(parent) {
    kind_ = makeBox("consumer.kind");
    kind_->addItem(tr("Nothing: batches are dropped"), QStringLiteral("null"));
    kind_->addItem(tr("Emulated accelerator"), QStringLiteral("paced"));
    kind_->addItem(tr("GPU"), QStringLiteral("gpu"));
    details_ = new QStackedWidget;
    details_->addWidget(new QWidget);
    accelerator_ = new AcceleratorPicker;
    details_->addWidget(accelerator_);
    connect(accelerator_, &AcceleratorPicker::edited, this, &ConsumerPicker::changed);
    details_->addWidget(buildGpu());
    availability_ = new QLabel;
    availability_->setWordWrap(true);
    availability_->setTextFormat(Qt::PlainText);
    availability_->setTextInteractionFlags(Qt::TextSelectableByMouse |
                                           Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout;
    row->addWidget(kind_, 0, Qt::AlignTop);
    row->addWidget(details_, 1);
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addLayout(row);
    transfer_row_ = buildTransfer();
    column->addWidget(transfer_row_);
    column->addWidget(availability_);
    connect(&command_, &EngineCommand::finished, this, &ConsumerPicker::takeAnswer);
    setting_ = false;
    refresh();
}

QComboBox* ConsumerPicker::makeBox(const char* key) {
    auto* box = new QComboBox;
    const spec::SettingInfo* info = spec::find_setting(key);
    box->setAccessibleName(settingTitle(key));
    box->setToolTip(said(info->meaning) + u'\n' + QLatin1String(key));
    box->setObjectName(QStringLiteral("picker.") + QLatin1String(key));
    box->setFocusPolicy(Qt::StrongFocus);
    connect(box, &QComboBox::currentIndexChanged, this, &ConsumerPicker::changed);
    return box;
}

/// Images of a batch; a network may also have the largest that its GPU holds.
QSpinBox* ConsumerPicker::makeBatchBox() {
    constexpr const char* kKey = "batch.images";
    const spec::SettingInfo* info = spec::find_setting(kKey);
    auto* box = new CountBox;
    box->setRange(0, static_cast<int>(info->maximum));
    box->setValue(defaultBatch());
    const auto show_noun = [box](int images) {
        box->setSuffix(images == 1 ? tr(" image") : tr(" images"));
    };
    connect(box, &QSpinBox::valueChanged, box, show_noun);
    show_noun(box->value());
    box->setAccessibleName(settingTitle(kKey));
    box->setToolTip(tr("Choose the number of images in a batch. One step below 1 chooses the "
                       "largest batch that fits in GPU memory; its size is recorded.") +
                    u'\n' + QLatin1String(kKey));
    box->setObjectName(QStringLiteral("picker.") + QLatin1String(kKey));
    box->setFocusPolicy(Qt::StrongFocus);
    connect(box, &QSpinBox::valueChanged, this, &ConsumerPicker::changed);
    return box;
}

QString ConsumerPicker::network() const {
    return network_->currentData().toString();
}

QWidget* ConsumerPicker::buildGpu() {
    auto* whole = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(whole);
    network_ = makeBox("consumer.network");
    for (const char* id : spec::find_setting("consumer.network")->choices) {
        network_->addItem(QLatin1String(id), QLatin1String(id));  // see nameNetworks()
    }
    phase_ = makeBox("consumer.phase");
    phase_->addItem(tr("inference"), QStringLiteral("inference"));
    phase_->addItem(tr("training"), QStringLiteral("training"));
    device_ = makeBox("consumer.device");
    device_->addItem(tr("GPU 0"), 0);
    addLabelled(row, tr("runs"), network_);
    row->addWidget(phase_);
    addLabelled(row, tr("on"), device_);
    gpu_count_ = buildGpuCount();
    row->addWidget(gpu_count_);
    row->addStretch(1);
    return whole;
}

/// How many from the chosen one on.
QWidget* ConsumerPicker::buildGpuCount() {
    constexpr const char* kKey = "consumer.accelerators";
    auto* whole = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(whole);
    gpus_ = new CountBox;
    gpus_->setRange(1, static_cast<int>(spec::find_setting("consumer.device")->maximum) + 1);
    gpus_->setAccessibleName(settingTitle(kKey));
    gpus_->setToolTip(tr("Choose how many GPUs take batches side by side, from this one on. GPUs "
                         "that train exchange their gradients at each step.") +
                      u'\n' + QLatin1String(kKey));
    gpus_->setObjectName(QStringLiteral("picker.gpus"));
    gpus_->setFocusPolicy(Qt::StrongFocus);
    connect(gpus_, &QSpinBox::valueChanged, this, &ConsumerPicker::changed);
    addLabelled(row, tr("GPUs in all:"), gpus_);
    return whole;
}

QWidget* ConsumerPicker::buildTransfer() {
    auto* whole = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(whole);
    batch_ = makeBatchBox();
    transfer_ = makeBox("consumer.transfer");
    transfer_->addItem(tr("pinned memory"), QStringLiteral("pinned"));
    transfer_->addItem(tr("pageable memory"), QStringLiteral("pageable"));
    addLabelled(row, tr("takes batches of"), batch_);
    addLabelled(row, tr("from"), transfer_);
    row->addStretch(1);
    return whole;
}

void ConsumerPicker::setValues(const spec::Settings& settings) {
    setting_ = true;
    choose(kind_, textOf(settings, "consumer.kind"));
    accelerator_->setValues(settings);
    choose(network_, textOf(settings, "consumer.network"));
    choose(phase_, textOf(settings, "consumer.phase"));
    choose(transfer_, textOf(settings, "consumer.transfer"));
    batch_->setMinimum(0);  // refresh() knows what the network may have
    batch_->setValue(textOf(settings, "batch.images").toInt());
    gpus_->setValue(
        kind_->currentIndex() == kGpu ? textOf(settings, "consumer.accelerators").toInt() : 1);
    const int device = textOf(settings, "consumer.device").toInt();
    if (device_->findData(device) < 0) {
        device_->addItem(tr("GPU %1").arg(device), device);
    }
    device_->setCurrentIndex(device_->findData(device));
    setting_ = false;
    refresh();
}

void ConsumerPicker::writeTo(spec::Settings& settings) const {
    const auto chosen = [](const QComboBox* box) {
        return box->currentData().toString().toStdString();
    };
    const int kind = kind_->currentIndex();
    settings["consumer.kind"] = chosen(kind_);
    if (kind == kPaced) {
        accelerator_->writeTo(settings);
    } else {
        settings["consumer.preset"] = std::string();
    }
    if (kind == kGpu) {
        settings["consumer.network"] = chosen(network_);
        settings["consumer.phase"] = chosen(phase_);
        settings["consumer.device"] = std::int64_t{device_->currentData().toInt()};
        settings["consumer.transfer"] = chosen(transfer_);
        const std::int64_t gpus = gpus_->value();
        settings["consumer.accelerators"] = gpus;
        if (gpus > 1 && spec::integer_of(settings, "batch.slots") <= gpus) {
            settings["batch.slots"] = 2 * gpus;  // each computes one while the next is filled
        }
    } else {  // they have no part: a study that had them would be refused
        for (const char* key :
             {"consumer.network", "consumer.phase", "consumer.device", "consumer.transfer"}) {
            settings[key] = spec::find_setting(key)->default_value;
        }
    }
    const auto batch = settings.find("batch.images");
    const bool largest =
        batch != settings.end() && batch->second == spec::SettingValue(std::int64_t{0});
    if (kind == kGpu) {
        settings["batch.images"] = std::int64_t{batch_->value()};
    } else if (largest) {  // of a GPU
        settings["batch.images"] = std::int64_t{defaultBatch()};
    }
    if (kind != kPaced) {
        if (kind != kGpu) {
            settings["consumer.accelerators"] = std::int64_t{1};
        }
        settings["consumer.barrier"] = false;
        settings["consumer.batch_seconds"] = 0.0;
    }
}

void ConsumerPicker::setEngine(const QString& engine) {
    if (engine == engine_) {
        return;
    }
    engine_ = engine;
    asked_ = false;
    known_ = false;
    askForGpus();
    refresh();
}

void ConsumerPicker::setGpu(const GpuInfo& info) {
    gpu_ = info;
    known_ = true;
    const int device = device_->currentData().toInt();
    setting_ = true;
    for (int index = 0; index < info.devices.size(); ++index) {
        if (device_->findData(index) < 0) {
            device_->addItem(tr("GPU %1").arg(index), index);
        }
    }
    device_->setCurrentIndex(device_->findData(device));
    setting_ = false;
    refresh();
    Q_EMIT availabilityChanged();
}

/// Why the GPU at this place of the list cannot be measured; "" = it can, or is not known.
QString ConsumerPicker::problemOfDevice(int index) const {
    const int device = device_->itemData(index).toInt();
    return device < gpu_.deviceProblems.size() ? gpu_.deviceProblems[device] : QString();
}

void ConsumerPicker::setElsewhere(bool elsewhere) {
    if (elsewhere != elsewhere_) {
        elsewhere_ = elsewhere;
        offer();
        refresh();
        Q_EMIT availabilityChanged();
    }
}

QString ConsumerPicker::obstacle() const {
    if (kind_->currentIndex() != kGpu || !known_ || elsewhere_) {
        return {};
    }
    if (!gpu_.usable) {
        return tr("No GPU can be measured. %1").arg(gpu_.problem);
    }
    if (const QString problem = problemOfDevice(device_->currentIndex()); !problem.isEmpty()) {
        return problem;
    }
    const std::string id = network().toStdString();
    return spec::needs_cudnn(id) && !gpu_.networkProblem.isEmpty()
               ? tr("%1 needs a library that was not found. %2. Install cuDNN 9, or choose the "
                    "proxy of the network, Trivial or Transfer, which do without it.")
                     .arg(network_->currentText(), gpu_.networkProblem)
               : QString();
}

QString ConsumerPicker::obstacleOfNetworks() const {
    return !known_ || elsewhere_ ? QString()
           : !gpu_.usable        ? tr("No GPU can be measured. %1").arg(gpu_.problem)
           : gpu_.networkProblem.isEmpty()
               ? QString()
               : tr("Networks need a library that was not found. %1. Install cuDNN 9.")
                     .arg(gpu_.networkProblem);
}

void ConsumerPicker::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    askForGpus();
}

void ConsumerPicker::askForGpus() {
    if (!asked_ && isVisible() && !engine_.isEmpty() && !command_.isRunning()) {
        asked_ = true;
        asked_engine_ = engine_;
        command_.start(engine_, {QStringLiteral("gpu"), QStringLiteral("--json")});
    }
}

void ConsumerPicker::takeAnswer(const QJsonObject& answer, const QString& error) {
    if (asked_engine_ != engine_) {  // of the one before: the new one is asked now
        askForGpus();
        return;
    }
    GpuInfo info = gpuInfoFrom(answer);
    if (!error.isEmpty()) {
        info = GpuInfo{};
        info.problem = error;
    }
    setGpu(info);
}

/// What cannot be chosen here is greyed, with the reason; what is chosen already stays.
void ConsumerPicker::offer() {
    const auto enable = [](QStandardItem* item, bool offered, const QString& reason) {
        item->setEnabled(offered);
        item->setToolTip(offered ? QString() : reason);
    };
    for (int index = 0; index < device_->count(); ++index) {
        const QString problem = problemOfDevice(index);
        const int device = device_->itemData(index).toInt();
        const bool offered = problem.isEmpty() || index == device_->currentIndex();
        itemOf(device_, index)->setEnabled(offered);
        itemOf(device_, index)
            ->setToolTip(!problem.isEmpty()             ? problem
                         : device < gpu_.devices.size() ? gpu_.devices[device]
                                                        : QString());
    }
    const bool gpu = !known_ || elsewhere_ || gpu_.usable || kind_->currentIndex() == kGpu;
    enable(itemOf(kind_, kGpu), gpu, gpu_.problem);
    for (int index = 0; index < network_->count(); ++index) {
        const std::string id = network_->itemData(index).toString().toStdString();
        const bool missing =
            known_ && !elsewhere_ && spec::needs_cudnn(id) && !gpu_.networkProblem.isEmpty();
        enable(itemOf(network_, index),
               !missing || index == network_->currentIndex(),
               gpu_.networkProblem);
    }
}

void ConsumerPicker::nameNetworks() {
    if (!named_) {
        named_ = true;
        for (int i = 0; i < network_->count(); ++i) {
            network_->setItemText(i, networkTitle(network_->itemData(i).toString()));
        }
    }
}

void ConsumerPicker::refresh() {
    if (kind_->currentIndex() == kGpu) {
        nameNetworks();
    }
    details_->setCurrentIndex(kind_->currentIndex());
    for (int page = 0; page < details_->count(); ++page) {  // as large as what it shows
        const auto policy =
            page == kind_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        details_->widget(page)->setSizePolicy(policy, policy);
    }
    transfer_row_->setVisible(kind_->currentIndex() == kGpu);
    const bool setting = std::exchange(setting_, true);
    phase_->setEnabled(spec::can_be_trained(network().toStdString()));
    if (!phase_->isEnabled()) {
        choose(phase_, QStringLiteral("inference"));
    }
    allowLargest(batch_, spec::runs_program(network().toStdString()));
    setting_ = setting;
    gpu_count_->setVisible(gpus_->value() > 1 || gpu_.devices.size() > 1);
    offer();
    const QString text = availability();
    availability_->setText(text);
    availability_->setVisible(!text.isEmpty());
    setInk(availability_, obstacle().isEmpty() ? &Theme::mutedText : &Theme::error);
}

QString ConsumerPicker::availability() const {
    if (!obstacle().isEmpty()) {
        return obstacle();
    }
    QStringList lines;
    const std::string id = network().toStdString();
    if (kind_->currentIndex() == kGpu && spec::is_proxy(id)) {
        lines << tr("The proxy does as many multiplications as %1, but with Throughline's own "
                    "kernels; its rate is not that of the network.")
                     .arg(labelOf(spec::catalogue_id(id)));
    }
    if (elsewhere_) {
        lines << tr("Which GPUs the other computer has is found out there, when it measures.");
    } else if (!known_) {
        lines << (asked_ ? tr("Looking for GPUs…") : QString());
    } else if (!gpu_.usable) {
        lines << tr("No GPU can be measured. %1").arg(gpu_.problem);
    } else {
        QStringList devices;
        for (int index = 0; index < gpu_.devices.size(); ++index) {
            devices << tr("GPU %1: %2").arg(index).arg(gpu_.devices[index]);
        }
        devices << tr("driver %1").arg(gpu_.driver);
        lines << devices.join(QStringLiteral("; "));
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

void ConsumerPicker::changed() {
    if (!setting_) {
        if (kind_->currentIndex() == kPaced) {
            accelerator_->chooseUsual();
        }
        refresh();
        Q_EMIT edited();
    }
}

}  // namespace throughline::ui
