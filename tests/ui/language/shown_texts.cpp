// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/language/shown_texts.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QTreeWidget>
#include <map>

#include "ui/style/elided_line.h"

namespace throughline::ui {

namespace {

constexpr int kSlackPx = 1;  ///< of rounding

QString placeOf(const QWidget* widget) {
    QStringList names;
    for (; widget != nullptr; widget = widget->parentWidget()) {
        const QString name = widget->objectName();
        names.prepend(
            QLatin1String(widget->metaObject()->className()) +
            (name.isEmpty() || name.startsWith(QLatin1String("qt_")) ? QString() : u'#' + name));
    }
    return names.mid(std::max<qsizetype>(0, names.size() - 4)).join(QLatin1String(" > "));
}

QString plainText(const QLabel& label) {
    const bool rich = label.textFormat() == Qt::RichText ||
                      (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    return rich ? QTextDocumentFragment::fromHtml(label.text()).toPlainText() : label.text();
}

bool isCut(const QLabel& label) {
    if (label.text().contains(u'…')) {
        return false;
    }
    const QRect room = label.contentsRect();
    if (label.wordWrap()) {
        return label.heightForWidth(label.width()) > label.height() + kSlackPx;
    }
    // That one ends in "…" by itself, and says the whole in its tool tip.
    const bool elides = qobject_cast<const ElidedLine*>(&label) != nullptr;
    return (!elides && label.sizeHint().width() > label.width() + kSlackPx) ||
           label.fontMetrics().height() > room.height() + kSlackPx;
}

bool isCut(const QAbstractButton& button) {
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    const bool icon = tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly &&
                      !tool->icon().isNull();
    return !icon && !button.text().contains(u'…') && !button.text().isEmpty() &&
           button.sizeHint().width() > button.width() + kSlackPx;
}

void addTabs(const QTabBar& bar, std::vector<ShownText>& texts) {
    for (int i = 0; i < bar.count(); ++i) {
        const bool outside = !bar.rect().contains(bar.tabRect(i));
        texts.push_back({placeOf(&bar), bar.tabText(i), outside});
        texts.push_back({placeOf(&bar), bar.tabToolTip(i)});
    }
}

void addHeader(const QHeaderView& header, std::vector<ShownText>& texts) {
    if (header.model() == nullptr) {
        return;
    }
    for (int i = 0; i < header.count(); ++i) {
        if (!header.isSectionHidden(i)) {
            const auto shown = header.model()->headerData(i, header.orientation());
            texts.push_back({placeOf(&header), shown.toString()});
        }
    }
}

/// The cells of a list; those that are not wide enough say the rest in their tool tip.
void addRows(const QTreeWidget& list, std::vector<ShownText>& texts) {
    for (int row = 0; row < list.topLevelItemCount(); ++row) {
        for (int column = 0; column < list.columnCount(); ++column) {
            texts.push_back({placeOf(&list), list.topLevelItem(row)->text(column)});
        }
    }
}

void addTextsOf(const QWidget& widget, std::vector<ShownText>& texts) {
    const auto add = [&](const QString& text, bool cut = false) {
        if (!text.trimmed().isEmpty()) {
            texts.push_back({placeOf(&widget), text, cut});
        }
    };
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        add(plainText(*label), isCut(*label));
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        add(button->text(), isCut(*button));
    } else if (const auto* list = qobject_cast<const QTreeWidget*>(&widget)) {
        addRows(*list, texts);
    } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        add(group->title());
    } else if (const auto* bar = qobject_cast<const QTabBar*>(&widget)) {
        addTabs(*bar, texts);
    } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
        addHeader(*header, texts);
    } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        for (int i = 0; i < box->count(); ++i) {
            add(box->itemText(i));
        }
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        add(line->placeholderText());
    } else if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget)) {
        add(text->placeholderText());
    }
    add(widget.toolTip());
}

QString mnemonicOf(const QString& text) {
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == u'&') {
            if (text[i + 1] != u'&') {
                return text.mid(i + 1, 1).toUpper();
            }
            ++i;
        }
    }
    return {};
}

void countMnemonics(const QList<QAction*>& actions, std::map<QString, QStringList>& used) {
    for (const QAction* action : actions) {
        if (action->isVisible() && !mnemonicOf(action->text()).isEmpty()) {
            used[mnemonicOf(action->text())] << action->text();
        }
    }
}

QStringList clashesIn(const std::map<QString, QStringList>& used) {
    QStringList clashes;
    for (const auto& [letter, texts] : used) {
        if (texts.size() > 1) {
            clashes << letter + QLatin1String(": ") + texts.join(QLatin1String(" | "));
        }
    }
    return clashes;
}

}  // namespace

std::vector<ShownText> shownTexts(QWidget& root) {
    std::vector<ShownText> texts;
    addTextsOf(root, texts);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->window() == root.window()) {
            addTextsOf(*widget, texts);
        }
    }
    return texts;
}

std::vector<ShownText> menuTexts(QWidget& root) {
    std::vector<ShownText> texts;
    for (const QMenu* menu : root.findChildren<QMenu*>()) {
        for (const QAction* action : menu->actions()) {
            if (!action->isSeparator() || !action->text().isEmpty()) {
                texts.push_back({placeOf(menu), action->text()});
                texts.push_back({placeOf(menu), action->statusTip()});
            }
        }
    }
    return texts;
}

QStringList clashingMnemonics(QWidget& root) {
    std::map<QString, QStringList> used;
    if (const auto* window = qobject_cast<QMainWindow*>(&root)) {
        countMnemonics(window->menuBar()->actions(), used);
    }
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != root.window()) {
            continue;
        }
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = label != nullptr && label->buddy() != nullptr ? label->text()
                             : button != nullptr && button->isEnabled()    ? button->text()
                                                                           : QString();
        if (!mnemonicOf(text).isEmpty()) {
            used[mnemonicOf(text)] << text;
        }
    }
    QStringList clashes = clashesIn(used);
    for (const QMenu* menu : root.findChildren<QMenu*>()) {
        std::map<QString, QStringList> in_menu;
        countMnemonics(menu->actions(), in_menu);
        for (const QString& clash : clashesIn(in_menu)) {
            clashes << menu->title() + QStringLiteral(" › ") + clash;
        }
    }
    return clashes;
}

}  // namespace throughline::ui
