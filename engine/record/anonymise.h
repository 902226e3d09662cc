// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/record/study.h"

namespace throughline::record {

/// Takes out of a study what tells whose machine it was: host names become "host-1", "host-2", …
/// wherever they stand, in the labels of metrics too; identities of machines and disks "machine-1",
/// "disk-1", …, the same ones the same within the study; paths, in texts too, are cut to their last
/// part; command lines and what stood before a result of fio are left out.
/// What the user said of it is cleaned in the same way; a storage target whose id tells a host is
/// left out. What device, kernel and processor it was stays: that is what others want to know.
void anonymise(Study& study);

}  // namespace throughline::record
