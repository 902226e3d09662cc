// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/diagnostics_dialog.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDate>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QScreen>
#include <QSysInfo>
#include <QTimer>
#include <QVBoxLayout>

#include "engine/base/format.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/shell/session_log.h"
#include "ui/style/icons.h"
#include "ui/style/last_folder.h"
#include "ui/style/number_text.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

QString memoryLockText(double bytes) {
    if (bytes < 0) {
        return DiagnosticsDialog::tr("unknown");
    }
    // RLIM_INFINITY as a double is about 1.8e19.
    return bytes > 1e18 ? DiagnosticsDialog::tr("unlimited") : bytesText(bytes);
}

}  // namespace

QString gpuText(const QJsonObject& answer, const QString& error) {
    QStringList words;
    const QJsonArray list = answer.value(QLatin1String("gpus")).toArray();
    for (const QJsonValue gpu : list) {
        const QJsonObject object = gpu.toObject();
        words << (gpu.isString() ? gpu.toString() : object.value(QLatin1String("name")).toString());
    }
    const QString reason = answer.value(QLatin1String("reason")).toString();
    if (!words.isEmpty()) {
        return words.join(QStringLiteral(", "));
    }
    if (!reason.isEmpty()) {
        return DiagnosticsDialog::tr("none: %1").arg(reason);
    }
    return error.isEmpty() ? DiagnosticsDialog::tr("none found") : error;
}

DiagnosticsDialog::DiagnosticsDialog(EngineInfo info,
                                     const QString& libraryState,
                                     QSettings* settings,
                                     QWidget* parent)
    : QDialog(parent), info_(std::move(info)), settings_(settings) {
    setWindowTitle(tr("Diagnostics"));
    setObjectName(QStringLiteral("diagnostics"));
    auto* title = new QLabel(tr("What Throughline found on this computer"));
    title->setFont(headingFont());
    table_ = new QTableWidget(0, 2);
    table_->horizontalHeader()->hide();
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->setShowGrid(false);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(true);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setAccessibleName(tr("Diagnostics"));

    add(tr("Throughline"), QCoreApplication::applicationVersion());
    add(tr("Engine"), info_.path.isEmpty() ? tr("not found") : info_.path);
    if (!info_.usable()) {
        add(tr("Problem"), info_.problem);
    }
    if (!info_.version.isEmpty()) {
        add(tr("Engine version"),
            tr("%1, record format %2.%3")
                .arg(info_.version)
                .arg(info_.recordMajor)
                .arg(info_.recordMinor));
        add(tr("io_uring"),
            info_.ioUring ? tr("available") : tr("not available: %1").arg(info_.ioUringReason));
        add(tr("Memory lock"), memoryLockText(info_.memoryLockBytes));
        add(tr("Processor cores"), countText(info_.cpuCores));
        add(tr("Kernel"), info_.kernel);
        add(tr("Libraries"),
            tr("libjpeg-turbo %1, liburing %2, SQLite %3")
                .arg(info_.libjpegTurbo, info_.liburing, info_.sqlite));
    }
    gpu_row_ = table_->rowCount();
    add(tr("GPU"), tr("looking…"));
    add(tr("Library"), libraryState);
    space_row_ = table_->rowCount();
    add(tr("Library size"), tr("looking…"));
    add(tr("Records waiting to be stored"), spoolFolder());
    add(tr("Qt"),
        tr("%1, platform %2, screen scale %3")
            .arg(QLatin1String(qVersion()), QGuiApplication::platformName())
            .arg(devicePixelRatioF()));
    add(tr("System"), QSysInfo::prettyProductName());
    table_->resizeColumnToContents(0);
    table_->setColumnWidth(0, table_->columnWidth(0) + fontMetrics().height());

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addWidget(table_, 1);
    layout->addWidget(makeButtons());
    resize(fontMetrics().height() * 44, fontMetrics().height() * 26);

    connect(&gpu_command_, &EngineCommand::finished, this, &DiagnosticsDialog::takeGpu);
    if (info_.path.isEmpty()) {
        QTimer::singleShot(
            0, this, [this] { takeGpu({}, tr("unknown, because the engine was not found")); });
    } else {
        gpu_command_.start(info_.path, {QStringLiteral("gpu"), QStringLiteral("--json")});
    }
}

QDialogButtonBox* DiagnosticsDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy everything as text (Alt+C)"));
    connect(copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(plainText());
    });
    auto* save = buttons->addButton(tr("&Save report…"), QDialogButtonBox::ActionRole);
    save->setIcon(icon(QStringLiteral("save")));
    save->setToolTip(
        tr("Save this and the end of the log for the developers, without the names of people and "
           "computers (Alt+S)"));
    connect(save, &QPushButton::clicked, this, &DiagnosticsDialog::askWhereToSave);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

void DiagnosticsDialog::add(const QString& name, const QString& value) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    auto* head = new QTableWidgetItem(name);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    head->setFont(bold);
    table_->setItem(row, 0, head);
    auto* item = new QTableWidgetItem(value);
    item->setToolTip(value);
    table_->setItem(row, 1, item);
}

void DiagnosticsDialog::takeGpu(const QJsonObject& answer, const QString& error) {
    this->answer(gpu_row_, gpuText(answer, error));
}

void DiagnosticsDialog::answer(int row, const QString& value) {
    table_->item(row, 1)->setText(value);
    table_->item(row, 1)->setToolTip(value);
    table_->resizeRowsToContents();
    if (--awaited_ == 0) {
        Q_EMIT complete();
    }
}

void DiagnosticsDialog::showSpace(const Result<store::LibrarySpace>& space) {
    const auto bytes = [](std::uint64_t count) { return bytesText(static_cast<double>(count)); };
    answer(space_row_,
           space ? tr("%1, plus %2 for its records in %3")
                       .arg(bytes(space->index_bytes),
                            bytes(space->record_bytes),
                            QString::fromStdString(space->record_folder))
                 : errorText(space.error()));
}

QString DiagnosticsDialog::plainText() const {
    QString text;
    for (int row = 0; row < table_->rowCount(); ++row) {
        text += table_->item(row, 0)->text() + QStringLiteral(": ") + table_->item(row, 1)->text() +
                u'\n';
    }
    return text;
}

QString DiagnosticsDialog::report() const {
    return withoutPrivateData(plainText() + tr("\nThe end of the log:\n") + logTail(logFolder()));
}

void DiagnosticsDialog::askWhereToSave() {
    const QString name =
        QStringLiteral("throughline-report-%1.txt").arg(QDate::currentDate().toString(Qt::ISODate));
    const QString path =
        QFileDialog::getSaveFileName(this,
                                     tr("Save the report"),
                                     QDir(folderFor(settings_, FolderFor::Problems)).filePath(name),
                                     tr("Text (*.txt)"));
    if (path.isEmpty()) {
        return;
    }
    rememberFolder(settings_, FolderFor::Problems, path);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(report().toUtf8()) < 0 || !file.commit()) {
        QMessageBox::warning(this,
                             tr("Save the report"),
                             tr("%1 could not be written: %2").arg(path, file.errorString()));
    }
}

}  // namespace throughline::ui
