// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/remote/access.h"
#include "engine/remote/environment.h"
#include "engine/remote/location.h"

namespace throughline::remote {

/// Who asks a name node, in this order: nobody, where `access` is anonymous; the delegation token
/// in HADOOP_DELEGATION_TOKEN (as GETDELEGATIONTOKEN answers it) or in the file that
/// HADOOP_TOKEN_FILE_LOCATION names; the user in HADOOP_USER_NAME, else of this session (USER).
/// Errors: Usage, Format, and those of reading that file; no secret is in them.
Result<Target> find_name_node(const Location& location,
                              const Access& access,
                              const Environment& environment);

/// The token for a name node at `host` in the content of a token file, as a query takes it; one
/// whose service is another host is taken where none is of this one. Errors: Format, for what is
/// no such file or holds no token of HDFS; Unsupported, for the newer form of it.
/// Source: Hadoop, Credentials.readTokenStorageStream(), Token.encodeToUrlString(), WritableUtils.
Result<std::string> token_in_file(std::string_view bytes, const std::string& host);

}  // namespace throughline::remote
