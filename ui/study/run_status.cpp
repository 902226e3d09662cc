// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_status.h"

#include <QCoreApplication>

namespace throughline::ui {

namespace {

QString validityText(analysis::Validity validity) {
    switch (validity) {
        case analysis::Validity::Valid:
            return QCoreApplication::translate("throughline::ui::RunTableModel", "valid");
        case analysis::Validity::Remarks:
            return QCoreApplication::translate("throughline::ui::RunTableModel",
                                               "valid, with remarks");
        case analysis::Validity::Invalid:
            return QCoreApplication::translate("throughline::ui::RunTableModel", "invalid");
    }
    return {};
}

}  // namespace

QString runRemarks(const RunTableRow& row) {
    QStringList lines;
    if (row.validity) {
        for (const analysis::Remark& remark : row.validity->remarks) {
            lines << QString::fromStdString(remark.text);
        }
    }
    return lines.isEmpty() ? row.remark : lines.join(QLatin1Char('\n'));
}

QString runStatusText(const RunTableRow& row) {
    if (!row.underWay.isEmpty()) {
        return row.underWay;
    }
    switch (row.status) {
        case record::RunStatus::Done:
            if (row.validity && !row.touched) {
                return validityText(row.validity->validity);
            }
            return row.touched
                       ? QCoreApplication::translate("throughline::ui::RunTableModel",
                                                     "changed while measured")
                       : QCoreApplication::translate("throughline::ui::RunTableModel", "done");
        case record::RunStatus::Stopped:
            return QCoreApplication::translate("throughline::ui::RunTableModel", "stopped");
        case record::RunStatus::Failed:
            return QCoreApplication::translate("throughline::ui::RunTableModel", "failed");
        case record::RunStatus::Interrupted:
            return QCoreApplication::translate("throughline::ui::RunTableModel", "interrupted");
    }
    return {};
}

}  // namespace throughline::ui
