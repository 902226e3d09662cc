// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/error_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>
#include <array>

#include "engine/base/say_again.h"

namespace throughline::ui {

namespace {
QString tr(const char* text) {
    return QCoreApplication::translate("throughline::ui::Errors", text);
}

/// Of the dialog that asks for remote data, without its mark of a key.
QString wordOfDialog(const char* text) {
    return QCoreApplication::translate("throughline::ui::RemoteDialog", text).remove(u'&');
}

/// A setting that the dialog has a field for; titles as it has them.
struct DialogField {
    const char* key;
    const char* title;
};
constexpr std::array<DialogField, 7> kDialogFields{{{"storage.endpoint", "&Endpoint"},
                                                    {"storage.region", "&Region"},
                                                    {"storage.sign_in", "Sign &in"},
                                                    {"storage.profile", "Pro&file"},
                                                    {"storage.addressing", "Bucket's &name"},
                                                    {"storage.data_nodes", "&Data nodes"},
                                                    {"storage.ca_file", "&Certificates"}}};

/// The engine tells a terminal which key to set; a window has a field for it.
QString inFieldsOfTheWindow(QString text) {
    for (const DialogField& field : kDialogFields) {
        const QRegularExpression key(QRegularExpression::escape(QLatin1String(field.key)) +
                                     QStringLiteral("\\b(?:=([\\w.:/-]*[\\w/]))?"));
        for (auto match = key.match(text); match.hasMatch(); match = key.match(text)) {
            const QString title = wordOfDialog(field.title);
            const QString value = match.captured(1) == QLatin1String("anonymous")
                                      ? wordOfDialog("Not at all: the data are public")
                                      : match.captured(1);
            text.replace(
                match.capturedStart(),
                match.capturedLength(),
                value.isEmpty() ? tr("“%1”").arg(title) : tr("“%1: %2”").arg(title, value));
        }
    }
    return text;
}

/// A sentence begins with a capital. What begins as a name ("decode.threads=0", a path) stays.
QString asSentence(QString text) {
    static const QRegularExpression kWord(QStringLiteral("^\\p{Ll}\\p{L}*[ ,]"));
    if (kWord.match(text).hasMatch()) {
        text[0] = text[0].toUpper();
    }
    return text;
}
}  // namespace

QString errorSentence(ErrorCode code) {
    switch (code) {
        case ErrorCode::Usage:
            return tr("This cannot be done as requested.");
        case ErrorCode::NotFound:
            return tr("It was not found.");
        case ErrorCode::Permission:
            return tr("Access was denied.");
        case ErrorCode::Io:
            return tr("Reading or writing failed.");
        case ErrorCode::Format:
            return tr("The file is damaged or of a different kind.");
        case ErrorCode::Version:
            return tr("It was made by a newer version of Throughline.");
        case ErrorCode::Unsupported:
            return tr("This computer cannot do that.");
        case ErrorCode::Limit:
            return tr("There is not enough space or memory.");
        case ErrorCode::Busy:
            return tr("Another program is using it.");
        case ErrorCode::Stopped:
            return tr("It was stopped.");
        case ErrorCode::Internal:
            return tr("This is a bug in Throughline.");
    }
    return {};
}

QString errorText(const Error& error) {
    return tr("%1 (%2)").arg(errorSentence(error.code), engineWords(error));
}

QString engineWords(const Error& error) {
    return inFieldsOfTheWindow(QString::fromStdString(say_again(describe(error))));
}

QString engineWords(const QByteArray& errorStream) {
    const QString name = QStringLiteral("throughline-engine: ");
    QStringList kept;
    const QStringList lines = QString::fromUtf8(errorStream).split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        if (line.startsWith(name)) {
            kept << line.mid(name.size()).trimmed();
        } else if (!line.startsWith(QLatin1String("  "))) {
            kept << line.trimmed();
        }
    }
    for (QString& line : kept) {
        line =
            asSentence(inFieldsOfTheWindow(QString::fromStdString(say_again(line.toStdString()))));
    }
    return kept.join(u'\n');
}

}  // namespace throughline::ui
