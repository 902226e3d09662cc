// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/json_document.h"

#include <string>

#include "engine/base/say.h"
#include "engine/importers/read/json_outline.h"

namespace throughline::importers {

Result<JsonTree> read_json_document(Input& input, Draft& draft) {
    const auto text = input.text.rest();
    if (!text) {
        return text.error();
    }
    const std::size_t at = find_json(*text);
    const std::size_t from = at == std::string_view::npos ? 0 : at;
    const std::string_view json = text->substr(from);
    // What stands behind the document (a shell prompt, the end of a Markdown fence) does not count.
    const auto end = json_end(json, 0);
    auto tree = JsonTree::parse(end ? json.substr(0, *end) : json, text->substr(0, from));
    if (tree && !tree->mended().empty()) {
        draft.warn("import.mended", say("the JSON is not valid: %1", tree->mended()));
    }
    return tree;
}

}  // namespace throughline::importers
