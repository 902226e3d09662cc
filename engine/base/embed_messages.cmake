# SPDX-License-Identifier: Apache-2.0
# cmake -D FROM=de.mo -D TO=messages_de.cpp -P: a compiled catalogue of messages as C++.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
string(REGEX REPLACE "([^\n]+)" "    \"\\1\"" bytes "${bytes}")
file(WRITE ${TO} "// SPDX-License-Identifier: Apache-2.0
#include \"engine/base/message_file.h\"

namespace throughline {
namespace {
constexpr char kMessages[] =
${bytes};
}  // namespace

std::string_view german_messages() noexcept {
    return {kMessages, sizeof kMessages - 1};
}

}  // namespace throughline
")
