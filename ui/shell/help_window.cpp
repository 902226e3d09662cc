// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_window.h"

#include <QDesktopServices>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/help_pages.h"
#include "ui/style/key_action.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// Size at first, in heights of a line.
constexpr QSize kLines{56, 38};
constexpr int kListLines = 15;
constexpr double kHelpOfScreenMost = 0.88;  ///< leaves room for the title bar
constexpr int kPageRole = Qt::UserRole;
constexpr int kHeadingRole = Qt::UserRole + 1;

/// Where a heading stands, or a glossary entry that begins with the word.
QTextBlock blockOf(const QTextDocument& document, const QString& heading) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QString text = block.text();
        if (text == heading || text.startsWith(heading + QStringLiteral(" –"))) {
            return block;
        }
    }
    return document.begin();
}

/// What stands around the first of the words that is found behind the heading; "" where none is.
QString contextOf(const HelpSection& section, const QString& words) {
    constexpr qsizetype kBefore = 24;
    constexpr qsizetype kCharacters = 120;
    qsizetype at = -1;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts)) {
        const qsizetype found =
            section.text.indexOf(word, section.heading.size(), Qt::CaseInsensitive);
        at = at < 0 || (found >= 0 && found < at) ? found : at;
    }
    if (at < 0) {
        return {};
    }
    const qsizetype from = std::max(section.heading.size(), at - kBefore);
    const qsizetype space = section.text.indexOf(u' ', from);  // whole words
    const qsizetype word = space < 0 || space > at ? at : space;
    const QString rest = section.text.mid(word).trimmed();
    QString cut = rest.left(kCharacters);
    if (rest.size() > kCharacters) {
        const qsizetype end = rest.lastIndexOf(u' ', kCharacters);
        cut = rest.left(end > 0 ? end : kCharacters) + u'\u2026';
    }
    return word > section.heading.size() ? QChar(u'\u2026') + cut : cut;
}

}  // namespace

HelpWindow::HelpWindow(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Throughline help"));
    setObjectName(QStringLiteral("help"));
    search_ = new QLineEdit;
    search_->setPlaceholderText(tr("Search the help"));
    search_->setToolTip(tr("Find sections that contain all of these words (Ctrl+F)"));
    search_->setAccessibleName(tr("Search the help"));
    search_->setClearButtonEnabled(true);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Help contents"));
    list_->setToolTip(tr("Choose a page"));
    list_->setTextElideMode(Qt::ElideRight);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text_ = new QTextBrowser;
    text_->setOpenLinks(false);
    text_->setAccessibleName(tr("Help page"));
    text_->document()->setDocumentMargin(fontMetrics().height());
    back_ = keyAction("undo",
                      tr("Back"),
                      {QKeySequence(QKeySequence::Back)},
                      tr("Go to the previous page"),
                      this);
    forward_ = keyAction("",
                         tr("Forward"),
                         {QKeySequence(QKeySequence::Forward)},
                         tr("Go to the page from which you went back"),
                         this);
    auto* find = keyAction("", tr("Find"), {QKeySequence::Find}, tr("Go to the search"), this);
    addActions({back_, forward_, find});
    connect(back_, &QAction::triggered, this, [this] { step(-1); });
    connect(forward_, &QAction::triggered, this, [this] { step(1); });
    connect(find, &QAction::triggered, search_, [this] {
        search_->setFocus();
        search_->selectAll();
    });
    connect(search_, &QLineEdit::textChanged, this, &HelpWindow::showContents);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        list_->setFocus();
        list_->setCurrentRow(list_->count() > 0 ? 0 : -1);
    });
    connect(list_, &QListWidget::currentRowChanged, this, &HelpWindow::takeChoice);
    connect(text_, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);

    auto* back_button = new QToolButton;
    back_button->setDefaultAction(back_);
    auto* left = new QWidget;
    auto* column = bareLayout<QVBoxLayout>(left);
    auto* row = new QHBoxLayout;
    row->addWidget(back_button);
    row->addWidget(search_, 1);
    column->addLayout(row);
    column->addWidget(list_, 1);
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(left);
    split->addWidget(text_);
    const int line = fontMetrics().height();
    split->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(split);
    resize((kLines * line).boundedTo(screen()->availableSize() * kHelpOfScreenMost));
    const int list_width = std::min(line * kListLines, width() / 3);  // the page needs more
    split->setSizes({list_width, width() - list_width});
    showContents({});
}

void HelpWindow::showPage(const QString& id, const QString& heading) {
    const QString page = helpPage(id) != nullptr ? id : helpPages().front().id;
    if (place_ < 0 || places_[place_].page != page || places_[place_].heading != heading) {
        places_.resize(place_ + 1);
        places_.push_back({page, heading});
        ++place_;
    }
    render(page, heading);
}

void HelpWindow::step(int by) {
    const qsizetype next = place_ + by;
    if (next >= 0 && next < places_.size()) {
        place_ = next;
        render(places_[place_].page, places_[place_].heading);
    }
}

void HelpWindow::render(const QString& id, const QString& heading) {
    if (page_ != id) {
        page_ = id;
        text_->setMarkdown(helpPage(id)->text);
    }
    const QTextBlock block =
        heading.isEmpty() ? text_->document()->begin() : blockOf(*text_->document(), heading);
    text_->setTextCursor(QTextCursor(block));
    text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->value() +
                                         text_->cursorRect().top() - fontMetrics().height());
    back_->setEnabled(place_ > 0);
    forward_->setEnabled(place_ + 1 < places_.size());
    // The contents follow; what a search found stays as the user left it.
    if (search_->text().isEmpty()) {
        const QSignalBlocker quiet(list_);
        for (int row = 0; row < list_->count(); ++row) {
            if (list_->item(row)->data(kPageRole).toString() == id) {
                list_->setCurrentRow(row);
            }
        }
    }
}

void HelpWindow::showContents(const QString& words) {
    const QSignalBlocker quiet(list_);
    list_->clear();
    const auto add = [this](const QString& text, const QString& page, const QString& heading) {
        auto* item = new QListWidgetItem(text, list_);
        item->setData(kPageRole, page);
        item->setData(kHeadingRole, heading);
        item->setToolTip(text);
    };
    if (words.trimmed().isEmpty()) {
        for (const HelpPage& page : helpPages()) {
            add(page.title, page.id, {});
        }
        return;
    }
    const QList<HelpSection> sections = searchHelp(words);
    for (const HelpSection& section : sections) {
        const QString title = helpPage(section.page)->title;
        const QString heading =
            section.heading == title ? title : tr("%1 – %2").arg(section.heading, title);
        const QString context = contextOf(section, words);
        add(context.isEmpty() ? heading : heading + u'\n' + context, section.page, section.heading);
    }
    if (sections.isEmpty()) {
        add(tr("Nothing found. Try fewer or other words."), {}, {});
        list_->item(0)->setFlags(Qt::NoItemFlags);
    }
}

void HelpWindow::takeChoice(int row) {
    const QListWidgetItem* item = list_->item(row);
    if (item != nullptr && !item->data(kPageRole).toString().isEmpty()) {
        showPage(item->data(kPageRole).toString(), item->data(kHeadingRole).toString());
    }
}

void HelpWindow::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String("page")) {
        showPage(link.path());
    } else {
        QDesktopServices::openUrl(link);
    }
}

}  // namespace throughline::ui
