// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_search.h"

#include <QKeyEvent>
#include <QSet>
#include <vector>

#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

StudySearch::StudySearch(LibraryService* library, StudyTree* tree, QWidget* parent)
    : QLineEdit(parent), library_(library), tree_(tree) {
    setPlaceholderText(tr("Filter studies"));
    setClearButtonEnabled(true);
    setAccessibleName(tr("Filter studies"));
    setToolTip(
        tr("Show only studies with all of these words in title, tags, note, host, device, "
           "settings, verdict or remarks (Ctrl+F)"));
    addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(this, &QLineEdit::textChanged, this, &StudySearch::search);
    connect(this, &QLineEdit::returnPressed, this, &StudySearch::listWanted);
}

bool StudySearch::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !text().isEmpty() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();  // the key is the filter's before it is the window's
        return true;
    }
    return QLineEdit::event(event);
}

void StudySearch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
    } else if (event->key() == Qt::Key_Down) {
        Q_EMIT listWanted();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void StudySearch::search(const QString& text) {
    tree_->setWords(text);
    Q_EMIT narrowed();
    const std::uint64_t question = ++question_;
    if (text.trimmed().isEmpty()) {
        return;
    }
    library_->query<std::vector<std::int64_t>>(
        this,
        [words = text.toStdString()](store::Library& library) { return library.search(words); },
        [this, question](const Result<std::vector<std::int64_t>>& found) {
            if (question == question_ && found) {
                tree_->setFound(QSet<qint64>(found->begin(), found->end()));
                Q_EMIT narrowed();
            }
        });
}

HitCount::HitCount(const StudySearch* search, const StudyTree* tree, QWidget* parent)
    : QLabel(parent) {
    setFont(smallFont());
    setInk(this, &Theme::mutedText);
    hide();
    const auto count = [this, tree] {
        setVisible(tree->isSearched() && tree->shownCount() > 0);
        setText(
            tr("%1 of %2 studies").arg(countText(tree->shownCount()), countText(tree->allCount())));
    };
    connect(search, &StudySearch::narrowed, this, count);
    // Studies come and go while words are sought, too.
    connect(tree, &QAbstractItemModel::layoutChanged, this, count);
}

}  // namespace throughline::ui
