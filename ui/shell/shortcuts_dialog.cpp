// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

/// Size at first, in heights of a line: three dozen keys at a glance.
constexpr int kWidthLines = 46;
constexpr int kHeightLines = 40;
constexpr double kOfScreenMost = 0.88;  ///< leaves room for the title bar

struct ChartKey {
    const char* keys;
    const char* what;
};
/// Of PlotView (keyPressEvent there) and of the mouse in it.
constexpr std::array kChartKeys{
    ChartKey{QT_TR_NOOP("Left, Right"), QT_TR_NOOP("Chart: previous, next point of the curve")},
    ChartKey{QT_TR_NOOP("Up, Down"), QT_TR_NOOP("Chart: curve above, curve below")},
    ChartKey{QT_TR_NOOP("Home, End"), QT_TR_NOOP("Chart: first point, last point of the curve")},
    ChartKey{QT_TR_NOOP("Page Up, Page Down"),
             QT_TR_NOOP("Chart: move the view back, forward by one fifth")},
    ChartKey{QT_TR_NOOP("+ / −, wheel"), QT_TR_NOOP("Chart: zoom at the cursor")},
    ChartKey{QT_TR_NOOP("F, double-click"), QT_TR_NOOP("Chart: fit everything")},
    ChartKey{QT_TR_NOOP("Backspace, Shift+Backspace"), QT_TR_NOOP("Chart: previous, next zoom")},
    ChartKey{QT_TR_NOOP("G"), QT_TR_NOOP("Chart: show or hide the crosshair")},
    ChartKey{QT_TR_NOOP("L, Shift+L"), QT_TR_NOOP("Chart: logarithmic y, logarithmic x")},
    ChartKey{QT_TR_NOOP("B"), QT_TR_NOOP("Chart: switch dragging between selecting and zooming")},
    ChartKey{QT_TR_NOOP("Shift+drag, Ctrl+Shift+drag"),
             QT_TR_NOOP("Chart: select runs, add runs to the selection")},
    ChartKey{QT_TR_NOOP("Space, Shift+click"), QT_TR_NOOP("Chart: select or deselect a run")},
    ChartKey{QT_TR_NOOP("Enter, click"), QT_TR_NOOP("Chart: samples of the marked run")},
    ChartKey{QT_TR_NOOP("N, right-click"), QT_TR_NOOP("Chart: add a note to the marked run")},
    ChartKey{QT_TR_NOOP("Shift+arrows, Space+drag"), QT_TR_NOOP("Chart: move the view")},
    ChartKey{
        QT_TR_NOOP("Drag its edge"),
        QT_TR_NOOP("Chart: drag it into another program as a picture (Ctrl+Shift+C copies it)")},
    ChartKey{QT_TR_NOOP("Esc"), QT_TR_NOOP("Chart: unmark the run or cancel a drag")},
    ChartKey{QT_TR_NOOP("Tab, Shift+Tab"), QT_TR_NOOP("Chart: go to the next, previous control")},
    ChartKey{QT_TR_NOOP("Enter, double-click, N"),
             QT_TR_NOOP("Chart data: samples of the run, add a note")},
    ChartKey{QT_TR_NOOP("X, Y, 2"),
             QT_TR_NOOP("List of quantities: show on x, on y, on the second y")},
};

}  // namespace

ShortcutsDialog::ShortcutsDialog(const QList<Command>& commands, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    setObjectName(QStringLiteral("shortcuts"));
    auto* title = new QLabel(tr("Keyboard shortcuts"));
    title->setFont(headingFont());
    filter_ = new QLineEdit;
    filter_->setPlaceholderText(tr("Filter by key or action"));
    filter_->setAccessibleName(tr("Filter keyboard shortcuts"));
    filter_->setClearButtonEnabled(true);
    connect(filter_, &QLineEdit::textChanged, this, &ShortcutsDialog::showMatching);
    nothing_ = new QLabel(tr("Nothing found. Try fewer letters."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);  // the theme's muted text
    table_ = new QTableWidget(0, 2);
    table_->setHorizontalHeaderLabels({tr("Keys"), tr("Action")});
    table_->setAccessibleName(tr("Keyboard shortcuts"));
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (const Command& command : commands) {
        QStringList keys;
        const QList<QKeySequence> shortcuts = command.action->shortcuts();
        for (const QKeySequence& shortcut : shortcuts) {
            keys << shortcut.toString(QKeySequence::NativeText);
        }
        if (!keys.isEmpty()) {
            addRow(keys.join(QStringLiteral(", ")), command.path);
        }
    }
    for (const ChartKey& key : kChartKeys) {
        addRow(tr(key.keys), tr(key.what));
    }
    // The keys whole, what they do in the rest of the width, on more lines where it is long.
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addWidget(filter_);
    layout->addWidget(table_, 1);
    layout->addWidget(nothing_, 1);
    layout->addWidget(buttons);
    showMatching({});
    filter_->setFocus();
    const int line = fontMetrics().height();
    const QSize wanted(line * kWidthLines, line * kHeightLines);
    resize(wanted.boundedTo(screen()->availableSize() * kOfScreenMost));
}

void ShortcutsDialog::showMatching(const QString& words) {
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    bool any = false;
    for (int row = 0; row < table_->rowCount(); ++row) {
        const QString text = table_->item(row, 0)->text() + u' ' + table_->item(row, 1)->text();
        const bool matches = std::ranges::all_of(
            wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
        table_->setRowHidden(row, !matches);
        any = any || matches;
    }
    table_->setVisible(any);
    nothing_->setVisible(!any);
}

void ShortcutsDialog::addRow(const QString& keys, const QString& what) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    table_->setItem(row, 0, new QTableWidgetItem(keys));
    table_->setItem(row, 1, new QTableWidgetItem(what));
}

}  // namespace throughline::ui
