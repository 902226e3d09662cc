// SPDX-License-Identifier: Apache-2.0
#include "engine/base/language.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/result.h"
#include "engine/base/say.h"
#include "engine/base/say_again.h"

namespace throughline {
namespace {

TEST(Language, IsEnglishUnlessSomebodySpeaksAnother) {
    EXPECT_EQ(spoken(), Language::English);
    EXPECT_EQ(format_quantity(1.5e9, "bytes/s"), "1.50 GB/s");
    {
        const Speaking german(Language::German);
        EXPECT_EQ(spoken(), Language::German);
        {
            const Speaking english(Language::English);
            EXPECT_EQ(format_quantity(1420.0, "images/s"), "1.42 k images/s");
        }
        EXPECT_EQ(spoken(), Language::German);
    }
    EXPECT_EQ(spoken(), Language::English);
}

TEST(Language, IsTheThreadsOwnOrElseTheProgrammes) {
    speak_by_default(Language::German);
    const Speaking english(Language::English);
    Language other = Language::English;
    std::jthread([&] { other = spoken(); }).join();
    speak_by_default(Language::English);
    EXPECT_EQ(spoken(), Language::English);
    EXPECT_EQ(other, Language::German);
}

TEST(Language, IsFoundByTheCodeThatItHas) {
    for (const Language language : all_languages()) {
        EXPECT_EQ(language_of(code_of(language)), language);
    }
    EXPECT_EQ(language_of("fr"), std::nullopt);
    EXPECT_EQ(language_of("DE"), std::nullopt);
}

TEST(Language, GermanNumbersHaveACommaAndASpaceThatDoesNotBreak) {
    struct Row {
        double value;
        const char* unit;
        const char* text;
    };
    const Speaking german(Language::German);
    for (const Row& row : std::to_array<Row>({{1.5e9, "bytes/s", "1,50\u00A0GB/s"},
                                              {1420.0, "images/s", "1,42\u00A0k\u00A0Bilder/s"},
                                              {0.00042, "s", "420\u00A0µs"},
                                              {55.0, "%", "55,0\u00A0%"},
                                              {0.0002, "%", "< 0,01\u00A0%"},
                                              {1420.0, "1/s", "1,42\u00A0k/s"},
                                              {55.0, "1/s", "55,0/s"},
                                              {2e4, "px", "20\u202F000\u00A0px"},
                                              {-0.5, "1", "-0,500"}})) {
        EXPECT_EQ(format_quantity(row.value, row.unit), row.text);
    }
    EXPECT_EQ(format_significant(1e300), "1,00e300");
    EXPECT_EQ(format_count(1234567), "1\u202F234\u202F567");
}

TEST(Language, DatesAreWrittenAsPeopleOfTheLanguageDo) {
    EXPECT_EQ(date_text("2026-11-26"), "26 November 2026");
    EXPECT_EQ(date_text("2026-01-06T09:30:00.062Z"), "6 January 2026, 09:30 UTC");
    EXPECT_EQ(date_text("2026-01-06T09:30:00"), "6 January 2026, 09:30");
    EXPECT_EQ(date_text("2026-13-06"), "2026-13-06");
    const Speaking german(Language::German);
    EXPECT_EQ(date_text("2026-11-26"), "26.11.2026");
    EXPECT_EQ(date_text("2026-11-26T09:30:00Z"), "26.11.2026, 09:30 UTC");
    EXPECT_EQ(date_text("yesterday"), "yesterday");
    EXPECT_EQ(date_text(""), "");
}

TEST(Say, PutsPartsWhereTheMessageHasThemAndDoesNotReadThemAgain) {
    EXPECT_EQ(say("%2 of %1", "%2", "%1"), "%1 of %2");
    EXPECT_EQ(say("95 % of %1", "a"), "95 % of a");
    EXPECT_EQ(say("%9 stays"), "%9 stays");
}

TEST(Say, AMessageThatNobodyTranslatedIsEnglish) {
    const Speaking german(Language::German);
    EXPECT_EQ(say("images/s"), "Bilder/s");
    EXPECT_EQ(say("No catalogue has this: %1.", "x"), "No catalogue has this: x.");
}

TEST(Say, ChoosesTheFormOfACount) {
    EXPECT_EQ(say_count(1, "%1 dog of %2", "%1 dogs of %2", "Ann"), "1 dog of Ann");
    EXPECT_EQ(say_count(1200, "%1 dog of %2", "%1 dogs of %2", "Ann"), "1\u202F200 dogs of Ann");
    EXPECT_EQ(say_count(0, "%1 dog", "%1 dogs"), "0 dogs");
}

TEST(Say, WhatWasWrittenDownIsSaidAgain) {
    const std::string note = say_english("the storage responded after %1", "1.5 s");
    EXPECT_EQ(note, "the storage responded after 1.5 s");
    EXPECT_EQ(say_recorded(note), note);
    const Speaking german(Language::German);
    EXPECT_EQ(say_english("the storage responded after %1", "1.5 s"), note);
    EXPECT_EQ(say_recorded(note), "der Datenspeicher hat nach 1,5 s geantwortet");
    EXPECT_EQ(say_recorded("the study was stopped without waiting any longer: " + note),
              "die Studie wurde beendet, ohne länger zu warten: der Datenspeicher hat nach 1,5 s "
              "geantwortet");
    EXPECT_EQ(say_recorded("Storage IOPS: no figure with a source was found"),
              "Datenspeicher-IOPS: es wurde keine Zahl mit einer Quelle gefunden");
    EXPECT_EQ(say_recorded("Linux 6.1 of the host"),
              "in der Aufzeichnung: „Linux 6.1 of the host“");
    EXPECT_EQ(say_recorded(""), "");
    EXPECT_EQ(say(""), "");
}

// Goal: a note of several clauses is said again where each is a message, and quoted whole where one
// is none. Method: what a GPU's run notes.
TEST(Say, ClausesAreSaidAgainOneByOne) {
    const std::string clauses =
        "H100 (device 0) trains the network vgg16, with labels by position; batches of 64 images "
        "of "
        "224 x 224 px; from pinned memory";
    EXPECT_EQ(say_recorded(clauses), clauses);
    const Speaking german(Language::German);
    EXPECT_EQ(say_recorded(clauses),
              "H100 (device 0) trainiert das Netz vgg16, mit Labels nach der Position; Batches von "
              "64 Bildern mit 224 \u00D7 224 px; aus festgesetztem Arbeitsspeicher (pinned)");
    EXPECT_EQ(say_recorded("from pinned memory; of another program"),
              "in der Aufzeichnung: \u201Efrom pinned memory; of another program\u201C");
}

TEST(Say, ErrorsAreToldInTheSpokenLanguage) {
    const std::string path = "/nowhere/a.tlrun";
    EXPECT_EQ(read_whole_file(path).error().what, "open '/nowhere/a.tlrun'");
    const Speaking german(Language::German);
    EXPECT_EQ(read_whole_file(path).error().what, "„/nowhere/a.tlrun“ öffnen");
}

TEST(Say, WhatAnotherProgramSaidIsSaidAgain) {
    const std::string denied = "open '/data/a b': Permission denied";
    EXPECT_EQ(say_again(denied), denied);
    const Speaking german(Language::German);
    EXPECT_EQ(say_again(denied), "„/data/a b“ öffnen: Zugriff verweigert");
    EXPECT_EQ(say_again("import '/x.csv': " + denied),
              "„/x.csv“ importieren: „/data/a b“ öffnen: Zugriff verweigert");
    EXPECT_EQ(say_again("decode.threads=0: must be a whole number from 1 to 1024"),
              "decode.threads=0: zulässig ist eine ganze Zahl von 1 bis 1024");
    EXPECT_EQ(say_again("'webhdfs://nn/a': no connection to nn:9870 (Connection refused); it was "
                        "tried 3 times"),
              "„webhdfs://nn/a“: keine Verbindung zu nn:9870 (Verbindung abgelehnt); es wurde "
              "3-mal versucht");
    EXPECT_EQ(say_again("'webhdfs://nn/a': the name node nn is in safe mode (x; y); wait until it "
                        "has left it; it was tried 3 times"),
              "„webhdfs://nn/a“: der Name Node nn ist im Safe Mode (x; y); warten Sie, bis er "
              "ihn verlassen hat; es wurde 3-mal versucht");
    EXPECT_EQ(say_again("'/x': 4711"), "'/x': 4711") << "nobody's message of an object";
    EXPECT_EQ(say_again("cuDNN said 4711"), "cuDNN said 4711") << "nobody's message";
    EXPECT_EQ(say_again("„/x“ öffnen"), "„/x“ öffnen") << "said already";
    const Speaking marked(Language::Marked);
    EXPECT_EQ(say_again(denied), "⟦" + denied + "⟧");
    EXPECT_EQ(say_again("cuDNN said 4711"), "cuDNN said 4711");
}

TEST(Say, CausesOfTheSystemAreToldInTheSpokenLanguage) {
    const Error denied = errno_error("open '/x'", EACCES);
    EXPECT_EQ(describe(denied), "open '/x': Permission denied");
    const Speaking german(Language::German);
    EXPECT_EQ(describe(denied), "open '/x': Zugriff verweigert");
}

TEST(Say, MarksMessagesForTests) {
    const Speaking marked(Language::Marked);
    EXPECT_EQ(say("to %1", say("it")), "\u27E6to \u27E6it\u27E7\u27E7");
}

}  // namespace
}  // namespace throughline
