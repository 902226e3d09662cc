// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace throughline::ui {

/// The user's configuration of ssh: $THROUGHLINE_SSH, else ~/.ssh/config.
QString sshConfiguration();

/// The hosts that a configuration of ssh names, in its order, without patterns ("*.lab"); those of
/// the files that it includes, too. Empty where there is none. Blocks: briefly, on small files.
QStringList sshHostsIn(const QString& configuration);

}  // namespace throughline::ui
