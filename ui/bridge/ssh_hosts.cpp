// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/ssh_hosts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace throughline::ui {

namespace {

constexpr int kIncludesDeep = 8;  // fewer than ssh itself follows, which allows 16
constexpr qint64 kConfigurationMax = 1 << 20;

/// The words of a line, in which '=' may stand behind the keyword and blanks within quotes.
QStringList wordsOf(QString line) {
    line = line.trimmed();
    if (line.isEmpty() || line.startsWith(u'#')) {
        return {};
    }
    QStringList words;
    QString word;
    bool quoted = false;
    for (const QChar c : line + u' ') {
        const bool ends = !quoted && (c.isSpace() || (c == u'=' && words.size() < 2));
        if (c == u'"') {
            quoted = !quoted;
        } else if (!ends) {
            word += c;
        } else if (!word.isEmpty()) {
            words << word;
            word.clear();
        }
    }
    return words;
}

/// The files that an Include names: relative to ~/.ssh, with wildcards in their names.
QStringList filesOf(QString pattern) {
    if (pattern.startsWith(QLatin1String("~/"))) {
        pattern = QDir::homePath() + pattern.mid(1);
    } else if (!pattern.startsWith(u'/')) {
        pattern = QDir::homePath() + QStringLiteral("/.ssh/") + pattern;
    }
    const QFileInfo info(pattern);
    QStringList files;
    const QFileInfoList found =
        info.dir().entryInfoList({info.fileName()}, QDir::Files, QDir::Name);
    for (const QFileInfo& one : found) {
        files << one.absoluteFilePath();
    }
    return files;
}

void addHosts(const QString& configuration, int deep, QStringList& hosts) {
    QFile file(configuration);
    if (deep > kIncludesDeep || !QFileInfo(configuration).isFile() ||
        !file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        return;
    }
    const QStringList lines = QString::fromUtf8(file.read(kConfigurationMax)).split(u'\n');
    for (const QString& line : lines) {
        QStringList words = wordsOf(line);
        const QString keyword = words.isEmpty() ? QString() : words.takeFirst().toLower();
        for (const QString& word : words) {
            if (keyword == QLatin1String("include")) {
                for (const QString& included : filesOf(word)) {
                    addHosts(included, deep + 1, hosts);
                }
            }
            const bool pattern = word.contains(u'*') || word.contains(u'?') ||
                                 word.startsWith(u'!') || word.startsWith(u'-');
            if (keyword == QLatin1String("host") && !pattern && !hosts.contains(word)) {
                hosts << word;
            }
        }
    }
}

}  // namespace

QString sshConfiguration() {
    const QString chosen = qEnvironmentVariable("THROUGHLINE_SSH");
    return chosen.isEmpty() ? QDir::homePath() + QStringLiteral("/.ssh/config") : chosen;
}

QStringList sshHostsIn(const QString& configuration) {
    QStringList hosts;
    addHosts(configuration, 0, hosts);
    return hosts;
}

}  // namespace throughline::ui
