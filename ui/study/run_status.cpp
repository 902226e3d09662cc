// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_status.h"

namespace throughline::ui {

namespace {

QString validityText(analysis::Validity validity) {
    switch (validity) {
        case analysis::Validity::Valid:
            return RunTableModel::tr("valid");
        case analysis::Validity::Remarks:
            return RunTableModel::tr("valid, with remarks");
        case analysis::Validity::Invalid:
            return RunTableModel::tr("invalid");
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
            return row.touched ? RunTableModel::tr("changed while measured")
                               : RunTableModel::tr("done");
        case record::RunStatus::Stopped:
            return RunTableModel::tr("stopped");
        case record::RunStatus::Failed:
            return RunTableModel::tr("failed");
        case record::RunStatus::Interrupted:
            return RunTableModel::tr("interrupted");
    }
    return {};
}

}  // namespace throughline::ui
