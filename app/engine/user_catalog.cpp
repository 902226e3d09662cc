// SPDX-License-Identifier: Apache-2.0
#include "app/engine/user_catalog.h"

#include "app/engine/report.h"
#include "engine/store/data_folder.h"

namespace throughline::app {

catalog::Catalog user_catalog() {
    auto catalog = catalog::Catalog::built_in();
    for (const auto& error : catalog.add_user_folder(store::data_folder() + "/catalogue")) {
        warn(error);
    }
    return catalog;
}

}  // namespace throughline::app
