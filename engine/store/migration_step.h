// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::store {

/// One step of the schema. Step i of a list (from 0) leads from version i to version i + 1; a
/// published step is never changed, a new one is added behind it.
struct MigrationStep {
    const char* sql;
};

}  // namespace throughline::store
