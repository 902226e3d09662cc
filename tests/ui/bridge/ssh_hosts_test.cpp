// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/ssh_hosts.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/fixtures/kept_environment.h"

namespace throughline::ui {
namespace {

class SshHosts : public testing::Test {
protected:
    QString write(const QString& name, const QByteArray& text) const {
        const QString path = folder_.filePath(name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    }

    QTemporaryDir folder_;
    fixtures::KeptEnvironment kept_{"HOME", "THROUGHLINE_SSH"};
};

TEST_F(SshHosts, AreThoseThatAConfigurationNamesWithoutItsPatterns) {
    const QString config = write(QStringLiteral("config"),
                                 "# Host commented\n"
                                 "Host gpu-box gpu-box2\n  HostName 10.0.0.7\n"
                                 "host=\"with blank\"\n"
                                 "  HOST   tabbed\tagain\n"
                                 "Host *.lab !bastion node?? gpu-box\n"
                                 "Match host other\n");

    EXPECT_EQ(sshHostsIn(config),
              QStringList({QStringLiteral("gpu-box"),
                           QStringLiteral("gpu-box2"),
                           QStringLiteral("with blank"),
                           QStringLiteral("tabbed"),
                           QStringLiteral("again")}));
    EXPECT_TRUE(sshHostsIn(folder_.filePath(QStringLiteral("nothing"))).isEmpty());
    EXPECT_TRUE(sshHostsIn(folder_.path()).isEmpty());
}

TEST_F(SshHosts, OfIncludedFilesAreReadAndAFileThatIncludesItselfEnds) {
    qputenv("HOME", folder_.path().toLocal8Bit());
    const QString config = write(QStringLiteral(".ssh/config"),
                                 "Include config.d/*.conf ~/more\nInclude config\nHost last\n");
    write(QStringLiteral(".ssh/config.d/a.conf"), "Host first\n");
    write(QStringLiteral(".ssh/config.d/b.conf"), "Host second\n");
    write(QStringLiteral(".ssh/config.d/c.off"), "Host off\n");
    write(QStringLiteral("more"), "Host more\n");
    qunsetenv("THROUGHLINE_SSH");

    EXPECT_EQ(sshConfiguration(), config);
    EXPECT_EQ(sshHostsIn(config),
              QStringList({QStringLiteral("first"),
                           QStringLiteral("second"),
                           QStringLiteral("more"),
                           QStringLiteral("last")}));
}

}  // namespace
}  // namespace throughline::ui
