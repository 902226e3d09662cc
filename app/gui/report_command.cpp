// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_command.h"

#include <QDateTime>
#include <QTextStream>

#include "app/build_info/build_info.h"
#include "app/gui/export_choice.h"
#include "app/gui/words.h"
#include "engine/base/file_descriptor.h"
#include "engine/report/definition.h"
#include "engine/store/library.h"
#include "ui/report/report_maker.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

namespace {

QString templateNames() {
    QStringList names;
    for (const report::Template& one : report::all_templates()) {
        names << QLatin1String(one.name);
    }
    return names.join(QStringLiteral(", "));
}

QString languageCodes() {
    QStringList codes;
    for (const Language language : all_languages()) {
        codes << QLatin1String(code_of(language));
    }
    return codes.join(QStringLiteral(", "));
}

/// Errors: Usage.
Result<report::Definition> fromTemplate(const QString& name) {
    const report::Template* asked = report::find_template(name.toStdString());
    if (asked == nullptr) {
        return usageError(tr("--template %1: choose one of %2").arg(name, templateNames()));
    }
    return report::definition_from(*asked);
}

Result<report::Definition> fromFile(const QString& file) {
    const auto text = read_whole_file(file.toStdString());
    if (!text) {
        return text.error();
    }
    auto definition = report::parse_definition(*text);
    return definition ? definition
                      : usageError(QStringLiteral("'%1': %2")
                                       .arg(file, QString::fromStdString(definition.error().what)));
}

Result<report::Definition> definitionOf(const QCommandLineParser& parser) {
    const QString file = parser.value(QStringLiteral("definition"));
    if (file.isEmpty() == !parser.isSet(QStringLiteral("template"))) {
        return usageError(tr("give --template or --definition, one of the two"));
    }
    auto definition =
        file.isEmpty() ? fromTemplate(parser.value(QStringLiteral("template"))) : fromFile(file);
    if (!definition) {
        return definition;
    }
    if (parser.isSet(QStringLiteral("language"))) {
        const QString code = parser.value(QStringLiteral("language"));
        const auto language = language_of(code.toStdString());
        if (!language) {
            return usageError(tr("--language %1: choose one of %2").arg(code, languageCodes()));
        }
        *definition = report::in_language(*std::move(definition), *language);
    }
    if (parser.isSet(QStringLiteral("title"))) {
        definition->title = parser.value(QStringLiteral("title")).toStdString();
    }
    if (parser.isSet(QStringLiteral("question"))) {
        definition->question = parser.value(QStringLiteral("question")).toStdString();
    }
    definition->is_private = definition->is_private || parser.isSet(QStringLiteral("private"));
    if (parser.isSet(QStringLiteral("runs"))) {
        definition->studies.clear();
        const QStringList names =
            parser.value(QStringLiteral("runs")).split(u',', Qt::SkipEmptyParts);
        for (const QString& name : names) {
            definition->studies.push_back(name.trimmed().toStdString());
        }
    }
    return definition->studies.empty()
               ? usageError(tr("--runs is missing; 'throughline-engine library list' lists the "
                               "studies"))
               : definition;
}

/// "vm -> host-1", a line for each.
Result<void> printNames(store::Library& library, const report::Definition& definition) {
    const auto sources = readSources(library, definition);
    if (!sources) {
        return sources.error();
    }
    QTextStream out(stdout);
    for (const record::PrivateName& one : sources->names) {
        out << QString::fromStdString(one.name) << QStringLiteral(" -> ")
            << QString::fromStdString(one.instead) << Qt::endl;
    }
    return {};
}

}  // namespace

void addReportOptions(QCommandLineParser& parser) {
    const auto value = [&](const char* name, const QString& meaning, const char* of) {
        parser.addOption(QCommandLineOption(QLatin1String(name), meaning, QLatin1String(of)));
    };
    value("library", tr("The library (your own)."), "DB");
    value("runs",
          tr("The studies, by number or by the first digits of their uuid, separated by commas; "
             "others are compared with the first."),
          "LIST");
    value("template", tr("The question to answer: %1.").arg(templateNames()), "NAME");
    value("definition", tr("A file that says what the report is made of."), "FILE");
    value("language",
          tr("What the report is written in: %1 (the definition's, else en).").arg(languageCodes()),
          "CODE");
    value("title", tr("Title (the template's)."), "TEXT");
    value("question", tr("The question below the title (the template's)."), "TEXT");
    value("date", tr("When it was made, as it will say (now, UTC)."), "TEXT");
    parser.addOption(QCommandLineOption(
        QStringLiteral("private"),
        tr("Leave hosts, users, paths and names of devices out, in the attached records too.")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("names"),
        tr("Print the names that the report would tell, and what --private puts instead; write "
           "nothing.")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("deck"),
        tr("Pages for a room: 16:9, one message a page, without the proof (.pdf).")));
    parser.addOption(QCommandLineOption({QStringLiteral("o"), QStringLiteral("output")},
                                        tr("File to write: .pdf, .html, .odt or .md; .json for the "
                                           "definition alone, to be changed and given to "
                                           "--definition."),
                                        QStringLiteral("FILE")));
}

Result<void> writeReportCommand(const QCommandLineParser& parser) {
    const QString file = parser.value(QStringLiteral("output"));
    const bool names = parser.isSet(QStringLiteral("names"));
    if ((file.isEmpty() && !names) || !parser.positionalArguments().isEmpty()) {
        return usageError(tr("-o FILE is required; only options are allowed"));
    }
    const auto definition = definitionOf(parser);
    if (!definition) {
        return definition.error();
    }
    if (file.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        return write_file_atomically(file.toStdString(),
                                     report::definition_json(*definition) + "\n");
    }
    auto library =
        store::Library::open_existing(parser.value(QStringLiteral("library")).toStdString());
    if (!library) {
        return std::move(library).error();
    }
    if (names) {
        return printNames(**library, *definition);
    }
    const QString date = parser.isSet(QStringLiteral("date"))
                             ? parser.value(QStringLiteral("date"))
                             : QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    const auto made = makeReport(**library,
                                 *definition,
                                 date.toStdString(),
                                 std::string("Throughline ") + throughline::app::kVersionLine);
    return made ? writeReport(*made, file, parser.isSet(QStringLiteral("deck")))
                : Result<void>(made.error());
}

}  // namespace throughline::ui
