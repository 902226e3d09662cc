// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/nodes_file.h"

#include "engine/base/say.h"

namespace throughline::whatif {

Json json_from_nodes(const NodesQuestion& question) {
    return {{"most", question.most}, {"slow_node", question.slow_node}};
}

Result<NodesQuestion> read_nodes(const Json& json, const std::string& where) {
    const auto refused = [&where](const std::string& what) {
        return usage_error(say("%1: %2", where, what));
    };
    if (!json.is_object()) {
        return refused(say("it is not an object"));
    }
    NodesQuestion question;
    for (const auto& [key, value] : json.items()) {
        if (key == "most") {
            const double count = value.is_number_integer() ? value.get<double>() : 0.0;
            if (!(count >= 2.0 && count <= static_cast<double>(kScalingNodesMax))) {
                return refused(say("'%1' is not a whole number from 2 to 10000", key));
            }
            question.most = static_cast<std::uint64_t>(count);
        } else if (key == "slow_node") {
            const double times = value.is_number() ? value.get<double>() : 0.0;
            if (!(times >= 1.0 && times <= kSlowNodeMax)) {
                return refused(say("'%1' is not a number from 1 to 1000", key));
            }
            question.slow_node = times;
        } else {
            return refused(say("'%1' is not known; it must be one of %2", key, "most, slow_node"));
        }
    }
    return question;
}

}  // namespace throughline::whatif
