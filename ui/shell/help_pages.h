// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace throughline::ui {

/// A page of the help, as Markdown. Links to other pages are written "page:ID".
struct HelpPage {
    QString id;     ///< "verdict"
    QString title;  ///< its first heading
    QString text;
};

/// What is under one heading of a page, or one entry of the glossary.
struct HelpSection {
    QString page;     ///< id
    QString heading;  ///< as the page shows it
    QString text;     ///< plain, to be searched
};

/// All pages in the order of the contents: resources/help in the spoken language, the metrics out
/// of the registry, and the glossary.
const QList<HelpPage>& helpPages();

/// Null for an unknown id.
const HelpPage* helpPage(const QString& id);

/// The sections that contain all of these words, those with a word in the heading first.
QList<HelpSection> searchHelp(const QString& words);

}  // namespace throughline::ui
