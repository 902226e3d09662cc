// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/style/ui_style.h"

namespace throughline::ui {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("About Throughline"));
    auto* title = new QLabel(tr("Throughline"));
    title->setFont(titleFont());
    auto* version = new QLabel(tr("Version %1").arg(QCoreApplication::applicationVersion()));
    version->setTextInteractionFlags(Qt::TextBrowserInteraction);
    auto* text = new QTextBrowser;
    text->setOpenExternalLinks(true);
    text->setHtml(
        tr("<p>Explore storage-to-GPU throughput.</p><p><b>This window</b> is free software under "
           "the GNU General Public License, version 3 or any later version. It comes without any "
           "warranty.</p><p><b>throughline-engine</b>, the measuring program, is free software "
           "under the Apache License 2.0.</p><p>The source comes with the package or is available "
           "where you got it; the file LICENSE contains both texts.</p><p><b>Built "
           "with</b></p><ul><li>Qt %1 – GPL-3.0 (Qt Charts), LGPL-3.0 (the other "
           "modules)</li><li>SQLite – public domain</li><li>nlohmann/json, RapidJSON, pugixml, "
           "yaml-cpp, md4c – MIT</li><li>CLI11, hwloc, ISA-L, libzip, zstd – BSD-3-Clause</li>"
           "<li>libjpeg-turbo – IJG, BSD-3-Clause and zlib; zlib – zlib</li>"
           "<li>Highway – Apache-2.0 or BSD-3-Clause; qpdf – Apache-2.0</li><li>liburing – "
           "LGPL-2.1 or MIT; nettle – "
           "LGPL-3.0 or "
           "GPL-2.0</li></ul><p>Run colours: Okabe and Ito, “Color Universal Design”, 2008.</p>")
            .arg(QLatin1String(qVersion())));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addWidget(version);
    layout->addWidget(text, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().height() * 34, fontMetrics().height() * 26);
}

}  // namespace throughline::ui
