// SPDX-License-Identifier: Apache-2.0
#include "app/engine/scaling_answer.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/format.h"
#include "engine/whatif/study_base.h"

namespace throughline::app {
namespace {

std::string percent(double share) {
    return format_significant(100.0 * share, 3) + " %";
}

std::vector<std::string> scaling_row(const whatif::ScalingAt& at) {
    const bool has_peers = at.nodes > 1;
    return {format_count(at.nodes),
            format_significant(at.played.images_per_s, 3),
            percent(at.efficiency),
            format_significant(at.analytic_images_per_s, 3),
            percent(at.played.device_share),
            percent(at.played.data_share),
            has_peers ? percent(at.played.peers_share) : kNone,
            has_peers ? percent(at.played.exchange_share) : kNone,
            at.played.served_share > 0.0 ? percent(at.played.served_share) : kNone};
}

}  // namespace

CLI::Option* add_scaling_options(CLI::App& command, ScalingOptions& options) {
    CLI::Option* const scaling =
        command
            .add_option("--scaling",
                        options.nodes,
                        "Play training on so many nodes through, step by step, and print how much "
                        "of the ideal they deliver, and what they wait for")
            ->delimiter(',')
            ->option_text("N1,N2,…");
    command.add_option("--steps", options.steps, "With --scaling: steps that are played [400]")
        ->needs(scaling);
    command
        .add_option("--slow-node",
                    options.slow_node,
                    "With --scaling: one node takes so many times as long as the others, such as "
                    "1.1")
        ->needs(scaling);
    command.add_option("--seed", options.seed, "With --scaling: of the random times [1]")
        ->needs(scaling);
    return scaling;
}

Result<std::vector<whatif::ScalingAnswer>> answers_about_scaling(const ScalingOptions& options,
                                                                 const whatif::WhatIf& what_if,
                                                                 const whatif::ScenarioFile& file) {
    const whatif::ScalingQuestion question{
        .nodes = options.nodes,
        .steps = options.steps,
        .seed = options.seed,
        .slow_node = options.slow_node.value_or(file.nodes.slow_node),
        .tail = file.study_base ? file.study_base->slow_reads : model::ReadTail()};
    std::vector<whatif::ScalingAnswer> answers;
    answers.reserve(what_if.answers.size());
    for (const whatif::Answer& scenario : what_if.answers) {
        auto answer = whatif::answer_scaling(scenario.name, scenario.inputs, question);
        if (!answer) {
            return std::move(answer).error();
        }
        answers.push_back(*std::move(answer));
    }
    return answers;
}

whatif::NodesQuestion kept_question(const ScalingOptions& options,
                                    const whatif::NodesQuestion& before) {
    whatif::NodesQuestion question = before;
    if (!options.nodes.empty()) {
        question.most = std::max<std::uint64_t>(2, std::ranges::max(options.nodes));
    }
    question.slow_node = options.slow_node.value_or(before.slow_node);
    return question;
}

std::string scaling_table(const std::vector<whatif::ScalingAnswer>& answers) {
    std::string text;
    for (const whatif::ScalingAnswer& answer : answers) {
        std::vector<std::vector<std::string>> rows{{"nodes",
                                                    "images/s",
                                                    "of ideal",
                                                    "without stragglers",
                                                    "computing",
                                                    "wait for data",
                                                    "for the slowest",
                                                    "exchange",
                                                    "shared storage busy"}};
        for (const whatif::ScalingAt& at : answer.at) {
            rows.push_back(scaling_row(at));
        }
        text += (text.empty() ? "" : "\n") + answer.scenario + "\n" +
                aligned(std::move(rows), {.heading = true, .columns = output_columns()});
        for (const std::string& sentence :
             {whatif::scaling_sentence(answer), whatif::losses_sentence(answer)}) {
            text += sentence.empty() ? sentence : sentence + "\n";
        }
    }
    const bool has_tail = !answers.empty() && answers.front().has_tail;
    return text + (has_tail ? "Simulated, with the slow reads of the base's runs.\n"
                            : "Simulated: no run says how often a read takes much longer.\n");
}

}  // namespace throughline::app
