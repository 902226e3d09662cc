// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help_pages.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <array>

#include "engine/metrics/registry.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr std::array kPagesBeforeMetrics{"start",
                                         "measure",
                                         "verdict",
                                         "figures",
                                         "explore",
                                         "whatif",
                                         "report",
                                         "import",
                                         "library",
                                         "problems"};

QString helpText(const char* words) {
    return QCoreApplication::translate("HelpPage", words);
}

HelpPage pageFromFile(const QString& id) {
    const QString folder = spoken() == Language::German ? QStringLiteral("de/") : QString();
    QFile file(QStringLiteral(":/help/%1%2.md").arg(folder, id));
    const QString text =
        file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    return {id, text.section(u'\n', 0, 0).mid(2), text};
}

/// What Markdown would take for a mark of its own.
QString literal(QString words) {
    static const QRegularExpression kMarks(QStringLiteral("([\\\\`*_{}\\[\\]<>#|])"));
    return words.replace(kMarks, QStringLiteral("\\\\1"));
}

QString entryOf(const metrics::MetricInfo& info) {
    const QString label = *info.dimension == '\0'
                              ? QString()
                              : QStringLiteral("{%1=…}").arg(QString::fromUtf8(info.dimension));
    QString text = QStringLiteral("### %1\n\n%2\n\n")
                       .arg(literal(said(info.title)), literal(said(info.meaning)));
    if (*info.formula != '\0') {
        text += helpText("- Formula: %1").arg(literal(said(info.formula))) + u'\n';
    }
    if (*info.source != '\0') {
        text += helpText("- Source: %1").arg(literal(said(info.source))) + u'\n';
    }
    if (*info.shown_unit != '\0' && std::string_view(info.shown_unit) != "1") {
        text += helpText("- Unit: %1").arg(literal(said(info.shown_unit))) + u'\n';
    }
    if (info.better != metrics::Better::Neither) {
        text += (info.better == metrics::Better::Higher ? helpText("- Higher is better.")
                                                        : helpText("- Lower is better.")) +
                u'\n';
    }
    return text +
           helpText("- Name in files and commands: `%1`").arg(QString::fromUtf8(info.id) + label) +
           QStringLiteral("\n\n");
}

HelpPage metricsPage() {
    HelpPage page{QStringLiteral("metrics"), helpText("Quantities"), {}};
    QString measured;
    QString conditions;
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        (info.kind == metrics::Kind::Condition ? conditions : measured) += entryOf(info);
    }
    page.text =
        QStringLiteral("# %1\n\n%2\n\n## %3\n\n%4## %5\n\n%6")
            .arg(page.title,
                 helpText("Every quantity that charts, tables and exports can show, with its "
                          "definition. A quantity that could not be measured is absent, with "
                          "the reason in the notes of its run; it is never shown as 0."),
                 helpText("Measured"),
                 measured,
                 helpText("Settings of a run and properties of its computer"),
                 conditions);
    return page;
}

/// Without the marks of Markdown.
QString plain(QString text) {
    static const QRegularExpression kLink(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    // Code as it stands; what is escaped as it stands; the line below the head of a table; dashes
    // of lists; headings; emphasis; the bars of tables.
    static const QRegularExpression kMarks(
        QStringLiteral(R"(`([^`\n]*)`|\\(.)|^\|[ |:-]+\|$|^ *[-*] +|^#+ |\*+|`|\|)"),
        QRegularExpression::MultilineOption);
    return text.replace(kLink, QStringLiteral("\\1"))
        .replace(kMarks, QStringLiteral("\\1\\2"))
        .simplified();
}

/// A section begins with a heading, in the glossary with a word in bold.
QList<HelpSection> sectionsOf(const HelpPage& page) {
    static const QRegularExpression kStart(
        QStringLiteral("^(?:#+ (?<heading>.+)|\\*\\*(?<word>.+)\\*\\* ?.*–.*)$"));
    QList<HelpSection> sections;
    const QStringList lines = page.text.split(u'\n');
    for (const QString& line : lines) {
        const QRegularExpressionMatch start = kStart.match(line);
        if (start.hasMatch()) {
            const QString heading =
                start.captured(QStringLiteral("heading")) + start.captured(QStringLiteral("word"));
            sections.push_back({page.id, plain(heading), {}});
        }
        if (!sections.isEmpty()) {
            sections.back().text += line + u'\n';
        }
    }
    for (HelpSection& section : sections) {
        section.text = plain(section.text);
    }
    return sections;
}

const QList<HelpSection>& allSections() {
    static const QList<HelpSection> kSections = [] {
        QList<HelpSection> all;
        for (const HelpPage& page : helpPages()) {
            all += sectionsOf(page);
        }
        return all;
    }();
    return kSections;
}

}  // namespace

const QList<HelpPage>& helpPages() {
    static const QList<HelpPage> kPages = [] {
        QList<HelpPage> all;
        for (const char* id : kPagesBeforeMetrics) {
            all << pageFromFile(QLatin1String(id));
        }
        return all << metricsPage() << pageFromFile(QStringLiteral("glossary"));
    }();
    return kPages;
}

const HelpPage* helpPage(const QString& id) {
    const auto& pages = helpPages();
    const auto found = std::ranges::find(pages, id, &HelpPage::id);
    return found == pages.end() ? nullptr : &*found;
}

QList<HelpSection> searchHelp(const QString& words) {
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    const auto holds = [&wanted](const QString& text) {
        return std::ranges::count_if(wanted, [&text](const QString& word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
    };
    QList<HelpSection> found;
    if (!wanted.isEmpty()) {
        std::ranges::copy_if(
            allSections(), std::back_inserter(found), [&](const HelpSection& section) {
                return holds(section.text) == wanted.size();
            });
        std::ranges::stable_sort(found, std::ranges::greater(), [&](const HelpSection& section) {
            return holds(section.heading);
        });
    }
    return found;
}

}  // namespace throughline::ui
