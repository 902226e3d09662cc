// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/language/translation_file.h"

#include <QFile>
#include <QXmlStreamReader>

namespace throughline::ui {

std::vector<Message> messagesOf(const QString& path) {
    std::vector<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        const auto element = xml.name();
        if (element == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (element == QLatin1String("message")) {
            Message message;
            message.context = context;
            message.plural = xml.attributes().hasAttribute(QLatin1String("numerus"));
            messages.push_back(message);
        } else if (element == QLatin1String("source")) {
            messages.back().source = xml.readElementText();
        } else if (element == QLatin1String("comment")) {
            messages.back().comment = xml.readElementText();
        } else if (element == QLatin1String("translation")) {
            messages.back().state = xml.attributes().value(QLatin1String("type")).toString();
            if (!messages.back().plural) {
                messages.back().texts << xml.readElementText();
            }
        } else if (element == QLatin1String("numerusform")) {
            messages.back().texts << xml.readElementText();
        }
    }
    return xml.hasError() ? std::vector<Message>() : messages;
}

}  // namespace throughline::ui
