// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/answer.h"

#include <gtest/gtest.h>

namespace throughline::remote {
namespace {

TEST(Answer, OfARefusalGoesByWhoseCodeItIs) {
    for (const char* const code : {"AccessDeniedException", "IOException", "StandbyException"}) {
        EXPECT_EQ(answer_of(403, code, "", Codes::OfS3), Answer::Denied) << code;
    }
    EXPECT_EQ(answer_of(403, "InvalidToken", "", Codes::OfS3), Answer::Denied);
    EXPECT_EQ(answer_of(403, "SignatureDoesNotMatch", "", Codes::OfS3), Answer::Signature);
    EXPECT_EQ(answer_of(403, "ExpiredToken", "", Codes::OfS3), Answer::Expired);

    EXPECT_EQ(answer_of(403, "IOException", "", Codes::OfHadoop), Answer::NodeFault);
    EXPECT_EQ(answer_of(403, "StandbyException", "", Codes::OfHadoop), Answer::Standby);
    EXPECT_EQ(answer_of(403, "InvalidToken", "", Codes::OfHadoop), Answer::Expired);
    EXPECT_EQ(answer_of(403, "AccessControlException", "", Codes::OfHadoop), Answer::Denied);
    for (const char* const none : {"Failed to find datanode, suggest to check cluster health.",
                                   "No active nodes contain this block"}) {
        EXPECT_EQ(answer_of(403, "IOException", none, Codes::OfHadoop), Answer::NoDataNode) << none;
    }
}

}  // namespace
}  // namespace throughline::remote
