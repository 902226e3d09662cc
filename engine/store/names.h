// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/record/record.h"

namespace throughline::store {

/// The enumerator whose record name stands in a column. A name this version does not know (the
/// library was written by a program of the same schema with more of them) reads as the first one.
template <class Enum>
Enum enum_of(std::string_view name, std::initializer_list<Enum> values) {
    for (const Enum value : values) {
        if (name == record::name_of(value)) {
            return value;
        }
    }
    return *values.begin();
}

inline record::Origin origin_of(std::string_view name) {
    using enum record::Origin;
    return enum_of(name, {Imported, Measured, Observed, Published, Predicted});
}

inline record::RunStatus run_status_of(std::string_view name) {
    using enum record::RunStatus;
    return enum_of(name, {Interrupted, Done, Stopped, Failed});
}

inline record::Level level_of(std::string_view name) {
    using enum record::Level;
    return enum_of(name, {Warning, Info, Error});
}

inline record::Grade grade_of(std::string_view name) {
    using enum record::Grade;
    return enum_of(name, {None, Measured, Indicated, Suggested});
}

}  // namespace throughline::store
