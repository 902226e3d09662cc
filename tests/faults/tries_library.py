# SPDX-License-Identifier: Apache-2.0
"""Libraries that are damaged, foreign, hostile or cut off while they are mended."""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time

from lab import Defect, send

STUDIES = 30


def library_of(lab, studies=STUDIES):
    """A library of so many small studies; made once, copied for each try."""
    kept = os.path.join(lab.folder, f"library-{studies}.sqlite")
    if not os.path.exists(kept):
        files = []
        for number in range(studies):
            files.append(lab.path(f"{number}.csv"))
            with open(files[-1], "w", encoding="utf-8") as out:
                out.write("step,images_per_second\n" +
                          "".join(f"{i},{100 + number + i % 7}\n" for i in range(300)))
        lab.run("import", *files, "--library", kept, ok=(0,), limit_s=120)
        if lab.check_library(kept) < studies:
            raise Defect("not all studies were imported")
    path = lab.path("library.sqlite")
    shutil.copy(kept, path)
    return path


def overwrite_pages(path, draw, pages):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        for _ in range(pages):
            file.seek(draw.randrange(1, max(2, size // 4096)) * 4096)
            file.write(draw.randbytes(4096))


def studies_in(lab, path):
    listed = lab.run("library", "list", "--json", "--library", path)
    return len(json.loads(listed.out)["studies"]) if listed.code == 0 else None


def rescue_cut_off(lab, draw):
    """Cut off at any moment, a rescue leaves all there was: under its name or set aside whole, and
    the next one brings it back (D2)."""
    path = library_of(lab)
    overwrite_pages(path, draw, 1)
    for _ in range(2):
        child = lab.start("library", "rescue", "--force", "--library", path)
        time.sleep(draw.uniform(0.0, 1.0))
        send(child, draw.choice([signal.SIGKILL, signal.SIGTERM]))
        child.wait(30)
    if not os.path.exists(path):
        raise Defect("no library stands under its name")
    lab.run("library", "rescue", "--library", path)
    found = studies_in(lab, path)
    if found is None or found < STUDIES - 6:
        raise Defect(f"{found} of {STUDIES} studies after rescues that were cut off")
    return f"{found} of {STUDIES}"


def damaged(lab, draw):
    path = library_of(lab)
    how = draw.choice(["pages", "cut", "head", "bits"])
    if how == "pages":
        overwrite_pages(path, draw, draw.randint(1, 10))
    elif how == "cut":
        os.truncate(path, draw.randrange(1, os.path.getsize(path)))
    elif how == "head":
        with open(path, "r+b") as file:
            file.write(bytes(draw.choice([16, 100, 4096])))
    else:
        with open(path, "r+b") as file:
            for _ in range(50):
                place = draw.randrange(os.path.getsize(path))
                file.seek(place)
                byte = file.read(1)
                file.seek(place)
                file.write(bytes([byte[0] ^ (1 << draw.randrange(8))]))
    for command in (("list",), ("show", "3"), ("check",), ("rescue", "--force")):
        lab.run("library", *command, "--library", path)
    return how


def foreign_version(lab, draw):
    """A schema version that no program of ours has written is refused in words (D3)."""
    for version in (-1, -3, -5, -100_000, -2**31, draw.randrange(-10**6, 0)):
        path = library_of(lab)
        with sqlite3.connect(path) as database:
            database.execute(f"pragma user_version={version}")
        database.close()
        ended = lab.run("library", "list", "--library", path)
        if ended.code == 0:
            raise Defect(f"version {version} was taken")


def triggers(lab, _):
    """What a foreign library would run is not run (D8)."""
    path = library_of(lab)
    with sqlite3.connect(path) as database:
        database.execute("create trigger evil after update on study begin delete from run; end")
    database.close()
    lab.run("library", "set", "3", "--tag", "t", "--library", path)
    with sqlite3.connect(path) as database:
        runs = database.execute("select count(*) from run").fetchone()[0]
    database.close()
    if runs < STUDIES:
        raise Defect(f"a trigger of the file was run: {runs} runs are left")


def endless_view(lab, _):
    """A view in place of a table hangs nothing (D8)."""
    path = library_of(lab)
    with sqlite3.connect(path) as database:
        database.execute("pragma writable_schema=on")
        database.execute(
            "update sqlite_schema set type='view', rootpage=0, sql='create view study as with "
            "recursive n(i) as (select 1 union all select i+1 from n) select i as id from n' "
            "where name='study'")
    database.close()
    for command in ("list", "check"):
        if lab.run("library", command, "--library", path, limit_s=20).code == 0:
            raise Defect(f"{command} took a library without its tables")


def packed_columns(lab, _):
    """`check` reads what it calls sound (D8)."""
    path = library_of(lab)
    changed = 0
    with sqlite3.connect(path) as database:
        tables = [row[0] for row in database.execute(
            "select name from sqlite_schema where type='table'")]
        for table in tables:
            columns = [row[1] for row in database.execute(f"pragma table_info({table})")
                       if row[2].upper() == "BLOB" and row[1] in ("t_s", "value", "count")]
            for column in columns:
                changed += database.execute(f"update {table} set {column}=zeroblob(7)").rowcount
    database.close()
    if changed == 0:
        raise Defect("the try found no packed columns: the schema has changed")
    if lab.run("library", "check", "--library", path).code == 0:
        raise Defect("packed columns were overwritten, and the library is called sound")


def all_gone(lab, draw):
    """A library that is noise: own records in the data folder come back by themselves (point 3)."""
    data = lab.path("data")
    spool = os.path.join(data, "spool", "done")
    os.makedirs(spool)
    for number in range(3):
        lab.measure(lab.images(), seconds=1, record=f"{number}.tlrun")
        shutil.copy(lab.path(f"{number}.tlrun"), spool)
    path = os.path.join(data, "library.sqlite")
    with open(path, "wb") as out:
        out.write(draw.randbytes(100_000))
    # 1: of the library itself nothing could be read
    ended = lab.run("library", "rescue", "--force", "--library", path, ok=(0, 1))
    found = studies_in(lab, path)
    if found is None or found < 3:
        raise Defect(f"{found} of 3 own records came back: {ended.out}")


def without_hosts(lab, _):
    """No host, user or address of a mount leaves with --without-hosts (D7)."""
    lab.measure(lab.images(), seconds=1)
    secret = {"dataset.1.source": "alice@fileserver.corp.example:SecretProject",
              "dataset.1.mount_options": "rw,username=alice,domain=CORP,clientaddr=10.20.30.41,"
                                         "addr=10.20.30.40,vers=3.1.1"}
    with open(lab.path("r.tlrun"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    header = json.loads(lines[0])
    header["environment"].update(secret)
    header["title"] = "photos on fileserver.corp.example"
    path = lab.path("mounted.tlrun")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join([json.dumps(header, separators=(",", ":")), *lines[1:]]) + "\n")
    library, exported = lab.path("l.sqlite"), lab.path("out.tlrun")
    lab.run("import", path, "--library", library, ok=(0,))
    lab.run("library", "export", "1", "--without-hosts", "-o", exported, "--library", library,
            ok=(0,))
    with open(exported, encoding="utf-8") as file:
        text = file.read()
    for word in ("fileserver", "alice", "CORP", "10.20.30.4"):
        if word in text:
            raise Defect(f"'{word}' is still in what was exported without hosts")


def killed_actions(lab, draw):
    """Backups, deletions and exports that are killed leave a sound library and no .part (D29)."""
    path = library_of(lab)
    target = lab.path("out")
    command = draw.choice([("backup", target), ("delete", "3", "4", "5"), ("purge", "--yes"),
                           ("export", "1", "2", "-o", target), ("set", "3", "--tag", "t"),
                           ("add-published",)])
    child = lab.start("library", *command, "--library", path, stdin=subprocess.DEVNULL)
    time.sleep(draw.uniform(0.0, 0.3))
    send(child, signal.SIGKILL)
    child.wait(10)
    lab.check_library(path)
    if command[0] in ("backup", "export"):
        lab.run("library", *command, "--library", path)
        lab.check_nothing_beside("out*.part*")
    return command[0]


EARLIER = {"D2 a rescue that is cut off": rescue_cut_off, "D3 versions below zero": foreign_version,
           "D7 hosts of mounts": without_hosts, "D8 triggers": triggers, "D8 views": endless_view,
           "D8 packed columns": packed_columns, "D29 killed actions": killed_actions,
           "records of a library that is gone": all_gone}
RANDOM = {"rescue cut off": rescue_cut_off, "damaged library": damaged,
          "killed actions": killed_actions}
