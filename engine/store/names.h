// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/run/record.h"

namespace throughline::store {

/// The enumerator whose record name stands in a column. A name this version does not know (the
/// library was written by a program of the same schema with more of them) reads as the first one.
template <class Enum>
Enum enum_of(std::string_view name, std::initializer_list<Enum> values) {
    for (const Enum value : values) {
        if (name == run::name_of(value)) {
            return value;
        }
    }
    return *values.begin();
}

inline run::Origin origin_of(std::string_view name) {
    using enum run::Origin;
    return enum_of(name, {Imported, Measured, Observed, Published, Predicted});
}

inline run::RunStatus run_status_of(std::string_view name) {
    using enum run::RunStatus;
    return enum_of(name, {Interrupted, Done, Stopped, Failed});
}

inline run::Level level_of(std::string_view name) {
    using enum run::Level;
    return enum_of(name, {Warning, Info, Error});
}

inline run::Grade grade_of(std::string_view name) {
    using enum run::Grade;
    return enum_of(name, {None, Measured, Indicated, Suggested});
}

}  // namespace throughline::store
