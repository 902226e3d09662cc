// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/single_instance.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QStandardPaths>

namespace throughline::ui {

namespace {

constexpr int kAnswerTimeoutMs = 3000;
constexpr QLatin1String kFiles("files");
constexpr QLatin1String kMeasure("measure");

/// Short whatever the folder's length: a socket's path may have 107 characters (unix(7)).
QString serverNameFor(const QString& folder) {
    const QByteArray hash =
        QCryptographicHash::hash(QDir(folder).absolutePath().toUtf8(), QCryptographicHash::Sha1);
    const QString place = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QDir(place).filePath(QStringLiteral("throughline-") +
                                QString::fromLatin1(hash.toHex().left(16)));
}

}  // namespace

SingleInstance::SingleInstance(const QString& dataFolder, QObject* parent)
    : QObject(parent),
      server_name_(serverNameFor(dataFolder)),
      lock_(dataFolder + QStringLiteral("/window.lock")) {
    QDir().mkpath(dataFolder);
    lock_.setStaleLockTime(0);  // only a dead owner makes it stale, however long a window is open
}

SingleInstance::~SingleInstance() = default;

bool SingleInstance::claim() {
    if (!lock_.tryLock(0)) {
        // A folder that cannot be written has no lock; the window opens all the same and says so.
        return lock_.error() != QLockFile::LockFailedError;
    }
    QLocalServer::removeServer(server_name_);  // left by a window that was killed
    server_ = new QLocalServer(this);
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_, &QLocalServer::newConnection, this, &SingleInstance::takeConnection);
    server_->listen(server_name_);
    return true;
}

void SingleInstance::takeConnection() {
    QLocalSocket* socket = server_->nextPendingConnection();
    if (socket == nullptr) {
        return;
    }
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    const auto read = [this, socket] {
        if (!socket->canReadLine()) {
            return;
        }
        const QJsonObject message = QJsonDocument::fromJson(socket->readLine()).object();
        StartRequest request{{}, message.value(kMeasure).toBool()};
        const QJsonArray list = message.value(kFiles).toArray();
        for (const QJsonValue file : list) {
            request.files << file.toString();
        }
        socket->write("ok\n");
        socket->flush();
        Q_EMIT started(request);
    };
    connect(socket, &QLocalSocket::readyRead, this, read);
    read();
}

bool SingleInstance::handOver(const StartRequest& request) const {
    QLocalSocket socket;
    socket.connectToServer(server_name_);
    if (!socket.waitForConnected(kAnswerTimeoutMs)) {
        return false;
    }
    QJsonArray list;
    for (const QString& file : request.files) {
        list.append(QDir::current().absoluteFilePath(file));
    }
    const QJsonObject message{{kFiles, list}, {kMeasure, request.measure}};
    socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    return socket.waitForReadyRead(kAnswerTimeoutMs);
}

}  // namespace throughline::ui
