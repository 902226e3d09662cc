# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=a.ts -DTO=b.ts -P WithoutContexts.cmake: all texts in the one context that the window
# looks them up in.
file(READ "${FROM}" texts)
string(REGEX REPLACE "<name>[^<]*</name>" "<name>Throughline</name>" texts "${texts}")
file(WRITE "${TO}" "${texts}")
