// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace throughline::ui {

/// Texts are written "%n run(s)" for translators; this turns them into "1 run" and "2 runs" as long
/// as no translation is loaded over it.
class EnglishPlurals : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(const char* context,
                      const char* source,
                      const char* disambiguation,
                      int n) const override;
};

}  // namespace throughline::ui
