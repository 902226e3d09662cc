#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A real name node and a real data node of Hadoop 2.7.3, from PyPI's pyspark 2.4.8 and Debian's
# Jersey 1, for as long as a command runs.
#
# Usage: tests/hdfs/cluster.sh COMMAND…
#   The command has HDFS=webhdfs://127.0.0.1:PORT. $THROUGHLINE_HDFS (build/hdfs): what was fetched
#   (220 MB, once) and the cluster's folder.
# Exit: the command's; 77 where there is no Java, or the packages cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
home=$(realpath -m "${THROUGHLINE_HDFS:-build/hdfs}")
mkdir -p "$home"
command -v java >/dev/null || { echo "left out: there is no Java (openjdk-17-jre-headless)"; exit 77; }

fetch() {
    [[ -e $home/jars/complete ]] && return
    echo "fetching pyspark 2.4.8 and Jersey"
    rm -rf "$home/jars" "$home/fetched"
    mkdir -p "$home/jars" "$home/fetched/debian"
    python3 -m venv "$home/venv"
    "$home/venv/bin/pip" install --quiet --no-input setuptools wheel
    (cd "$home/fetched" && "$home/venv/bin/pip" download --quiet --no-input --no-deps \
        --no-build-isolation pyspark==2.4.8)
    tar -xzf "$home"/fetched/pyspark-2.4.8.tar.gz -C "$home/fetched" pyspark-2.4.8/deps/jars
    (cd "$home/fetched/debian" && apt-get download -q libjersey1-{core,server,servlet,json}-java \
        libjsr311-api-java libjaxb-api-java libcommons-daemon-java libasm-java >/dev/null)
    for package in "$home"/fetched/debian/*.deb; do
        dpkg -x "$package" "$home/fetched/root"
    done
    cp -L "$home"/fetched/root/usr/share/java/*.jar "$home/jars"
    cp "$home"/fetched/pyspark-2.4.8/deps/jars/{hadoop-{common,hdfs,auth,annotations}-*,commons-*}.jar \
        "$home"/fetched/pyspark-2.4.8/deps/jars/{guava-*,htrace-*,jackson-*asl*,jetty-*,log4j-1*,httpc*}.jar \
        "$home"/fetched/pyspark-2.4.8/deps/jars/{netty-*,protobuf-*,slf4j-*,javax.servlet*,xerces*,leveldbjni*,xml*}.jar \
        "$home/jars" 2>/dev/null || true
    rm -rf "$home/fetched" "$home"/jars/javax.ws.rs*
    touch "$home/jars/complete"
}
fetch || { echo "left out: the packages cannot be had"; exit 77; }

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
run=$home/run
rm -rf "$run"
mkdir -p "$run"/{conf,name,data,log} "$run"/webapps/{hdfs,datanode,static}/WEB-INF
for app in hdfs datanode; do
    echo '<web-app/>' >"$run/webapps/$app/WEB-INF/web.xml"
done
rpc=$(port) web=$(port) data=$(port) data_web=$(port) data_ipc=$(port)
property() { echo "<property><name>$1</name><value>$2</value></property>"; }
{
    echo '<configuration>'
    property fs.defaultFS "hdfs://127.0.0.1:$rpc"
    property hadoop.tmp.dir "$run/tmp"
    echo '</configuration>'
} >"$run/conf/core-site.xml"
{
    echo '<configuration>'
    property dfs.namenode.name.dir "file://$run/name"
    property dfs.datanode.data.dir "file://$run/data"
    property dfs.namenode.http-address "127.0.0.1:$web"
    property dfs.namenode.rpc-address "127.0.0.1:$rpc"
    property dfs.datanode.address "127.0.0.1:$data"
    property dfs.datanode.http.address "127.0.0.1:$data_web"
    property dfs.datanode.ipc.address "127.0.0.1:$data_ipc"
    property dfs.datanode.hostname 127.0.0.1
    property dfs.replication 1
    property dfs.blocksize 1048576
    property dfs.namenode.fs-limits.min-block-size 4096
    property dfs.namenode.datanode.registration.ip-hostname-check false
    property dfs.webhdfs.enabled true
    echo '</configuration>'
} >"$run/conf/hdfs-site.xml"
echo 'log4j.rootLogger=INFO,A
log4j.appender.A=org.apache.log4j.ConsoleAppender
log4j.appender.A.layout=org.apache.log4j.SimpleLayout' >"$run/conf/log4j.properties"

hadoop() {
    exec java -Xmx256m -Djava.net.preferIPv4Stack=true \
        --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED \
        -Dhadoop.log.dir="$run/log" -cp "$run/conf:$run:$home/jars/*" "$@"
}
(hadoop org.apache.hadoop.hdfs.server.namenode.NameNode -format -force -nonInteractive) \
    >"$run/log/format" 2>&1 || { tail -n 20 "$run/log/format"; exit 1; }
(hadoop org.apache.hadoop.hdfs.server.namenode.NameNode) >"$run/log/name" 2>&1 &
name_node=$!
(hadoop org.apache.hadoop.hdfs.server.datanode.DataNode) >"$run/log/data" 2>&1 &
data_node=$!
trap 'kill "$name_node" "$data_node" 2>/dev/null; wait 2>/dev/null || true' EXIT
export HDFS=webhdfs://127.0.0.1:$web NAME_NODE=$name_node DATA_NODE=$data_node
python3 tests/hdfs/hdfs_put.py "$web" || { tail -n 30 "$run/log/name" "$run/log/data"; exit 1; }
"$@"
