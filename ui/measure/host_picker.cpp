// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/host_picker.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QJsonObject>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

#include "engine/base/far_path.h"
#include "engine/base/say_again.h"
#include "ui/bridge/ssh_hosts.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr const char* kRecentHosts = "hosts/recent";
constexpr const char* kHostFolders = "hosts/folders";
constexpr const char* kHostNames = "hosts/names";
constexpr qsizetype kHostsMax = 12;
/// Stands for a host that is to be typed: no host begins so.
constexpr const char* kTypedHost = "-";

}  // namespace

HostPicker::HostPicker(QString engine, QSettings* settings, QWidget* parent)
    : QWidget(parent), engine_(std::move(engine)), settings_(settings) {
    build();
    offerHosts();
    connect(hosts_, &QComboBox::activated, this, &HostPicker::choose);
    connect(again_, &QPushButton::clicked, this, &HostPicker::ask);
    connect(install_, &QPushButton::clicked, this, &HostPicker::offerInstall);
    connect(fetch_, &QPushButton::clicked, this, &HostPicker::fetchNewest);
    connect(folder_, &QLineEdit::textChanged, this, &HostPicker::changed);
    connect(&asking_, &EngineCommand::finished, this, &HostPicker::takeAnswer);
    connect(&installing_,
            &EngineCommand::finished,
            this,
            [this](const QJsonObject&, const QString& error) { takeInstalled(error); });
    refresh();
}

void HostPicker::build() {
    hosts_ = new QComboBox;
    hosts_->setToolTip(tr("Choose the computer that measures"));
    hosts_->setObjectName(QStringLiteral("picker.host"));
    hosts_->setAccessibleName(tr("Computer that measures"));
    hosts_->setFocusPolicy(Qt::StrongFocus);
    auto* label = new QLabel(tr("Measure o&n"));
    label->setBuddy(hosts_);
    again_ = new QPushButton(icon(QStringLiteral("repeat")), tr("Ask a&gain"));
    again_->setToolTip(tr("Ask the other computer once more whether it can measure"));
    install_ = new QPushButton(tr("&Install there…"));
    install_->setToolTip(
        tr("Copy the engine of this computer to the other one; what is copied is "
           "shown first"));
    fetch_ = new QPushButton(tr("Fetch the rec&ord"));
    fetch_->setToolTip(
        tr("Follow the newest of your runs there to its end, and bring its "
           "record home"));
    state_ = new QLabel;
    state_->setObjectName(QStringLiteral("picker.host.state"));
    state_->setWordWrap(true);
    state_->setTextFormat(Qt::PlainText);
    state_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout;
    for (QWidget* one : std::initializer_list<QWidget*>{label, hosts_, again_, install_, fetch_}) {
        row->addWidget(one);
    }
    row->addStretch(1);
    place_ = new QWidget;
    auto* there = bareLayout<QHBoxLayout>(place_);
    folder_ = new QLineEdit;
    folder_->setToolTip(
        tr("Type the folder of images or shards as that computer names it, or the "
           "address of a store"));
    folder_->setAccessibleName(tr("Folder of the images on the other computer"));
    folder_->setPlaceholderText(QStringLiteral("/data/images"));
    auto* images = new QLabel(tr("I&mages there"));
    images->setBuddy(folder_);
    there->addWidget(images);
    there->addWidget(folder_, 1);
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addLayout(row);
    column->addWidget(state_);
    column->addWidget(place_);
}

void HostPicker::offerHosts() {
    QStringList hosts = settings_->value(QLatin1String(kRecentHosts)).toStringList();
    for (const QString& host : sshHostsIn(sshConfiguration())) {
        if (!hosts.contains(host)) {
            hosts << host;
        }
    }
    if (!chosen_.isEmpty() && !hosts.contains(chosen_)) {
        hosts.prepend(chosen_);
    }
    const QSignalBlocker quiet(hosts_);
    hosts_->clear();
    hosts_->addItem(tr("This computer"), QString());
    for (const QString& host : std::as_const(hosts)) {
        hosts_->addItem(host, host);
    }
    hosts_->insertSeparator(hosts_->count());
    hosts_->addItem(tr("Another computer…"), QLatin1String(kTypedHost));
    hosts_->setCurrentIndex(std::max(0, hosts_->findData(chosen_)));
}

QString HostPicker::host() const {
    return chosen_;
}

void HostPicker::choose(int index) {
    const QString host = hosts_->itemData(index).toString();
    if (host == QLatin1String(kTypedHost)) {
        hosts_->setCurrentIndex(std::max(0, hosts_->findData(chosen_)));
        askForName();
    } else {
        setHost(host);
    }
}

void HostPicker::askForName() {
    auto* dialog = new QInputDialog(this);
    dialog->setWindowTitle(tr("Another computer"));
    dialog->setLabelText(tr("Its name in your configuration of ssh, or user@host:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        const QString host = text.trimmed();
        if (!host.isEmpty() && !host.startsWith(u'-')) {
            setHost(host);
        }
    });
    openAndForget(dialog);
}

void HostPicker::setHost(const QString& host) {
    if (host == chosen_) {
        return;
    }
    chosen_ = host;
    problem_.clear();
    computer_.clear();
    version_.clear();
    cores_ = 0;
    copy_ = {};
    waiting_ = {};
    offerHosts();
    const QVariantMap folders = settings_->value(QLatin1String(kHostFolders)).toMap();
    {
        const QSignalBlocker quiet(folder_);
        folder_->setText(folders.value(host).toString());
    }
    if (!host.isEmpty()) {
        ask();
    }
    refresh();
}

QString HostPicker::hostOf(const QString& computer) const {
    if (computer == chosen_ || computer == computer_) {
        return chosen_;
    }
    if (offers(computer)) {
        return computer;
    }
    const QVariantMap names = settings_->value(QLatin1String(kHostNames)).toMap();
    for (auto at = names.begin(); at != names.end(); ++at) {
        if (at.value().toString() == computer && offers(at.key())) {
            return at.key();
        }
    }
    return {};
}

QString HostPicker::folder() const {
    return chosen_.isEmpty() ? QString() : folder_->text().trimmed();
}

void HostPicker::setFolder(const QString& folder) {
    folder_->setText(folder);
}

void HostPicker::ask() {
    if (chosen_.isEmpty() || engine_.isEmpty() || isAsking()) {
        return;  // an answer that comes for another one asks anew
    }
    asked_ = chosen_;
    problem_.clear();
    asking_.start(
        engine_,
        {QStringLiteral("remote"), chosen_, QStringLiteral("list"), QStringLiteral("--json")});
    refresh();
}

void HostPicker::takeAnswer(const QJsonObject& answer, const QString& error) {
    if (asked_ != chosen_) {
        ask();
        refresh();
        return;
    }
    problem_ = error;
    advice_ = QString::fromStdString(
        say_again(answer.value(QLatin1String("advice")).toString().toStdString()));
    version_ = answer.value(QLatin1String("version")).toString();
    computer_ = answer.value(QLatin1String("computer")).toString();
    if (!computer_.isEmpty()) {
        QVariantMap names = settings_->value(QLatin1String(kHostNames)).toMap();
        names.insert(chosen_, computer_);
        settings_->setValue(QLatin1String(kHostNames), names);
    }
    cores_ = answer.value(QLatin1String("cores")).toInt(cores_);
    copy_ = answer.value(QLatin1String("install")).toObject();
    waiting_ = answer.value(QLatin1String("runs")).toArray();
    refresh();
}

QString HostPicker::obstacle() const {
    if (chosen_.isEmpty()) {
        return {};
    }
    if (isAsking()) {
        return installing_.isRunning() ? tr("The engine is copied to %1.").arg(copied_to_)
                                       : tr("Asking %1 whether it can measure…").arg(chosen_);
    }
    if (!copy_.isEmpty()) {
        return tr("There is no Throughline on %1. Install it there first.").arg(chosen_);
    }
    if (!problem_.isEmpty()) {
        return tr("%1 cannot measure yet; above it says why.").arg(chosen_);
    }
    if (folder().isEmpty()) {
        return tr("Name the folder of the images on %1.").arg(chosen_);
    }
    const bool whole = folder().startsWith(u'/') || is_far(folder().toStdString());
    return whole ? QString()
                 : tr("The folder on %1 must be a whole path, which begins with /.").arg(chosen_);
}

void HostPicker::adviseIn(QMessageBox* box, const QString& host) {
    connect(this, &HostPicker::changed, box, [this, box, host] {
        if (chosen_ == host) {
            box->setInformativeText(advice());
        }
    });
}

void HostPicker::offerInstall() {
    auto* question = new QMessageBox(QMessageBox::Question,
                                     tr("Install on %1").arg(chosen_),
                                     tr("Copy the engine of this computer to %1?").arg(chosen_),
                                     QMessageBox::Cancel,
                                     this);
    question->setInformativeText(
        tr("%1: the program and its %2 libraries, to %3 there. Nothing else is changed, and "
           "deleting that folder removes it.")
            .arg(bytesText(copy_.value(QLatin1String("bytes")).toDouble()))
            .arg(copy_.value(QLatin1String("libraries")).toInt())
            .arg(copy_.value(QLatin1String("folder")).toString()));
    QPushButton* copy = question->addButton(tr("&Copy"), QMessageBox::AcceptRole);
    connect(copy, &QPushButton::clicked, this, &HostPicker::install);
    openAndForget(question);
}

void HostPicker::takeInstalled(const QString& error) {
    const bool here = copied_to_ == chosen_;  // else it says nothing of the one that is chosen now
    if (here) {
        problem_ = error;
        advice_.clear();
        copy_ = error.isEmpty() ? QJsonObject() : copy_;
    }
    refresh();
    if (!here || error.isEmpty()) {
        ask();
    }
}

void HostPicker::install() {
    copied_to_ = chosen_;
    installing_.start(
        engine_,
        {QStringLiteral("remote"), chosen_, QStringLiteral("install"), QStringLiteral("--yes")});
    refresh();
}

void HostPicker::fetchNewest() {
    const QString run = waiting_.first().toObject().value(QLatin1String("id")).toString();
    Q_EMIT fetchAsked(chosen_, run);
}

void HostPicker::remember() {
    if (chosen_.isEmpty()) {
        return;
    }
    QStringList recent = settings_->value(QLatin1String(kRecentHosts)).toStringList();
    recent.removeAll(chosen_);
    recent.prepend(chosen_);
    settings_->setValue(QLatin1String(kRecentHosts), recent.mid(0, kHostsMax));
    QVariantMap folders = settings_->value(QLatin1String(kHostFolders)).toMap();
    folders.insert(chosen_, folder());
    settings_->setValue(QLatin1String(kHostFolders), folders);
}

void HostPicker::refresh() {
    const bool elsewhere = !chosen_.isEmpty();
    again_->setVisible(elsewhere);
    again_->setEnabled(!isAsking());
    install_->setVisible(elsewhere && !copy_.isEmpty());
    install_->setEnabled(!isAsking());
    const auto waiting = static_cast<int>(waiting_.size());
    fetch_->setVisible(elsewhere && waiting > 0);
    place_->setVisible(elsewhere && copy_.isEmpty());
    state_->setVisible(elsewhere);
    QString text = obstacle();
    const bool known = !isAsking() && problem_.isEmpty() && copy_.isEmpty();
    if (elsewhere && known) {
        text = tr("Throughline %1 answers on %2.").arg(version_, chosen_);
        if (waiting > 0) {
            text += u' ' + tr("Runs of yours that wait or go on there: %1.").arg(waiting);
        }
    } else if (elsewhere && !isAsking() && copy_.isEmpty()) {
        const bool is_sentence = advice_.isEmpty() || problem_.endsWith(u'.');
        text = (problem_ + QLatin1String(is_sentence ? " " : ". ") + advice_).trimmed();
    }
    state_->setText(text);
    setInk(state_, known || isAsking() ? &Theme::mutedText : &Theme::warning);
    Q_EMIT changed();
}

}  // namespace throughline::ui
