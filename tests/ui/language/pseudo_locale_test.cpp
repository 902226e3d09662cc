// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a language that does not exist: every text of resources/languages in ⟦brackets⟧,
// a third longer and with accents. What stands outside of brackets is not translated, or glued from
// parts; what is cut will be cut in German or French, too.
#include <gtest/gtest.h>

#include <QApplication>
#include <QRegularExpression>
#include <QTranslator>
#include <algorithm>
#include <iterator>
#include <set>

#include "engine/base/language.h"
#include "engine/importers/importer.h"
#include "tests/ui/language/demo_window.h"
#include "tests/ui/language/import_dialogs.h"
#include "tests/ui/language/shown_texts.h"
#include "tests/ui/language/translation_file.h"
#include "ui/shell/english_plurals.h"

namespace throughline::ui {
namespace {

/// "Save %1" -> "⟦Sáavëe %1⟧"; of texts without letters nothing. Marks of HTML, keys behind "&" and
/// what follows a tab stay.
QString stretched(const QString& text) {
    static const QRegularExpression kKept(QStringLiteral("%\\d|%n|<[^>]*>|&.|\\t.*$"));
    static const QRegularExpression kLetters(QStringLiteral("[A-Za-z]{2}"));
    if (!QString(text).remove(kKept).contains(kLetters)) {
        return text;
    }
    QString longer;
    qsizetype kept_to = 0;
    auto kept = kKept.globalMatch(text);
    const auto append = [&](const QString& part) {
        for (const QChar letter : part) {
            const qsizetype vowel = QStringLiteral("aeiou").indexOf(letter);
            longer += vowel < 0 ? QString(letter) : QStringLiteral("áëíöü").mid(vowel, 1) + letter;
        }
    };
    while (kept.hasNext()) {
        const auto match = kept.next();
        append(text.mid(kept_to, match.capturedStart() - kept_to));
        longer += match.captured();
        kept_to = match.capturedEnd();
    }
    append(text.mid(kept_to));
    return u'⟦' + longer + u'⟧';
}

class PseudoTexts : public QTranslator {
public:
    PseudoTexts() {
        for (const Message& message : messagesOf(QStringLiteral(THROUGHLINE_GERMAN_TEXTS))) {
            known_.insert(message.source);
        }
    }
    bool isEmpty() const override { return false; }
    QString translate(const char* context,
                      const char* source,
                      const char* disambiguation,
                      int n) const override {
        const QString text = QString::fromUtf8(source);
        if (!known_.contains(text)) {
            return {};
        }
        const QString plural = plurals_.translate(context, source, disambiguation, n);
        return stretched(plural.isNull() ? text : plural);
    }

private:
    EnglishPlurals plurals_;
    std::set<QString> known_;
};

class SpeakPseudo : public testing::Environment {
public:
    void SetUp() override {
        speak_by_default(Language::Marked);
        QCoreApplication::installTranslator(&texts_);
    }

private:
    PseudoTexts texts_;
};
[[maybe_unused]] const auto* const kSpeakPseudo =
    testing::AddGlobalTestEnvironment(new SpeakPseudo);

/// What stands outside of all brackets.
QString outside(const QString& text) {
    QString rest;
    int depth = 0;
    for (const QChar letter : text) {
        depth += letter == u'⟦' ? 1 : 0;
        rest += depth == 0 ? letter : QChar(u' ');
        depth -= letter == u'⟧' ? 1 : 0;
    }
    return rest;
}

/// Names and data, which no language has words for.
bool isName(const QString& word) {
    static const QRegularExpression kNames(QStringLiteral(
        "^(x|y|GPU|GPUs|CPU|USD|IOPS|MB|GB|kB|B|s|h|ms|USD/h|io_uring|Qt|libjpeg|turbo|SQLite|"
        "liburing|Throughline|NVIDIA|English|Deutsch|PDF|CSV)$"));
    return kNames.match(word).hasMatch();
}

/// Where what is shown comes from the engine's messages, which have tests of their own, or is data:
/// names of quantities and settings, sentences of predictions, the catalogue, texts that people
/// typed.
bool isOfEngineOrData(const QString& where) {
    static const QRegularExpression kPlaces(QStringLiteral(
        "WordChooser|FieldPicker|FieldMenu|StudyForm > QComboBox|FactTable > QLabel|"
        "ResultPanel > (QWidget > )?QLabel|"
        "WrappedLine|WhatIfPage > QWidget > QLineEdit|QTableWidget > QWidget > QComboBox"));
    return kPlaces.match(where).hasMatch();
}

/// The words of a text that are neither in brackets, nor a name, nor one of `data`.
QStringList untranslated(const QString& text, const QStringList& data) {
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z_][A-Za-z_/]+"));
    static const QRegularExpression kKeys(  // of the keyboard, of settings
        QStringLiteral("\\((Ctrl|Shift|Alt|Del)[^)]*\\)|[a-z_]+\\.[a-z_.]+"));
    QString rest = outside(text).remove(kKeys);
    for (const QString& one : data) {
        rest.remove(one);
    }
    QStringList words;
    auto all = kWord.globalMatch(rest);
    while (all.hasNext()) {
        const QString word = all.next().captured();
        if (!isName(word)) {
            words << word;
        }
    }
    return words;
}

class PseudoWindow : public DemoWindow {
protected:
    /// What the studies of the library bring along.
    QStringList data() {
        QStringList all;
        for (const store::StudyRow& study : window_->libraryPanel()->model()->studies()) {
            for (const std::string& one : {study.title, study.host, study.device, study.tool}) {
                if (!one.empty()) {
                    all << QString::fromStdString(one);
                }
            }
        }
        std::ranges::sort(all, [](const auto& a, const auto& b) { return a.size() > b.size(); });
        return all;
    }
};

TEST_F(PseudoWindow, ShowsNoTextWithoutBrackets) {
    const QStringList known = data();
    everywhere([&](QWidget& shown, const char* where) {
        std::vector<ShownText> texts = shownTexts(shown);
        std::ranges::copy(menuTexts(shown), std::back_inserter(texts));
        for (const ShownText& text : texts) {
            if (isOfEngineOrData(text.where)) {
                continue;
            }
            EXPECT_EQ(untranslated(text.text, known).join(u' ').toStdString(), "")
                << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
        }
    });
}

class PseudoImport : public ImportDialogs {
protected:
    /// Names of the files and their folder, of formats, of columns.
    QStringList data() const {
        QStringList all{folder_.path(),
                        QStringLiteral("imgs per sec"),
                        QStringLiteral("threads"),
                        QStringLiteral("log_values"),
                        QStringLiteral("ns, us")};
        for (const auto& [name, text] : kFiles) {
            all << QLatin1String(name);
        }
        for (const importers::FormatName& format : importers::known_formats()) {
            all << QString::fromLatin1(format.title.data(),
                                       static_cast<qsizetype>(format.title.size()));
        }
        std::ranges::sort(all, [](const auto& a, const auto& b) { return a.size() > b.size(); });
        return all;
    }
};

TEST_F(PseudoImport, ShowsNoTextWithoutBracketsAndCutsNone) {
    const QStringList known = data();
    everywhere([&](QWidget& shown, const char* where) {
        for (const ShownText& text : shownTexts(shown)) {
            EXPECT_FALSE(text.cut)
                << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
            if (!isOfEngineOrData(text.where)) {
                EXPECT_EQ(untranslated(text.text, known).join(u' ').toStdString(), "")
                    << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
            }
        }
    });
}

TEST_F(PseudoWindow, CutsNoText) {
    everywhere([](QWidget& shown, const char* where) {
        for (const ShownText& text : shownTexts(shown)) {
            EXPECT_FALSE(text.cut)
                << where << ": " << text.where.toStdString() << ": " << text.text.toStdString();
        }
    });
}

}  // namespace
}  // namespace throughline::ui
