# SPDX-License-Identifier: Apache-2.0
"""Hostile content: images, shards, records, results of other tools, names, catalogues."""
import gzip
import json
import os
import shutil

from lab import Defect

ODD_NAMES = ["a\nb.jpg", 'quo"te.jpg', "$(touch pwned).jpg", "\x1b[31mred.jpg", b"\xff\xfe.jpg",
             "x" * 251 + ".jpg", "-rf.jpg", "\u202egpj.jpg", "a\tb.jpg", " .jpg", "%s%n.jpg"]


def some_image(lab):
    return next(os.path.join(top, name) for top, _, names in sorted(os.walk(lab.images()))
                for name in sorted(names) if name.endswith(".jpg"))


def odd_names(lab, draw):
    """Names steer neither terminal nor shell, and are in the record as JSON (D16, D28)."""
    folder = lab.path("odd")
    os.makedirs(folder)
    names = draw.sample(ODD_NAMES, 6)
    for name in names:
        path = os.path.join(os.fsencode(folder), name if isinstance(name, bytes) else name.encode())
        shutil.copy(os.fsencode(some_image(lab)), path)
        if draw.random() < 0.5:
            os.truncate(path, 300)
    lab.measure(folder, seconds=1)
    lab.check_record(lab.path("r.tlrun"))
    lab.run("show", "--all", lab.path("r.tlrun"))
    lab.run("dataset", "inspect", folder, "--verify")
    if os.path.exists("pwned") or os.path.exists(lab.path("pwned")):
        raise Defect("a file's name was run by a shell")


def long_name_converts(lab, _):
    """A name of 255 bytes ends no conversion (D28)."""
    folder = lab.own_images()
    os.rename(next(os.path.join(top, name) for top, _, names in os.walk(folder)
                   for name in names if name.endswith(".jpg")),
              os.path.join(folder, "x" * 251 + ".jpg"))
    ended = lab.run("dataset", "convert", folder, lab.path("out"), "--format", "folder")
    if ended.code != 0:
        raise Defect(str(ended))


def mutated_images(lab, draw):
    folder = lab.own_images()
    for top, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".jpg") and draw.random() < 0.7:
                mutate(os.path.join(top, name), draw)
    lab.measure(folder, seconds=1)
    lab.check_record(lab.path("r.tlrun"))


def mutate(path, draw):
    with open(path, "rb") as file:
        data = bytearray(file.read())
    for _ in range(draw.choice([1, 3, 30])):
        act = draw.choice(["bit", "cut", "double", "fill"])
        place = draw.randrange(len(data)) if data else 0
        if act == "bit" and data:
            data[place] ^= 1 << draw.randrange(8)
        elif act == "cut":
            del data[place:place + draw.choice([1, 64, 5000])]
        elif act == "double":
            data[place:place] = data[place:place + draw.choice([1, 64, 5000])]
        else:
            data[place:place + 16] = bytes(draw.choice([[0xFF] * 16, [0] * 16]))
    with open(path, "wb") as file:
        file.write(data)


def mutated_shards(lab, draw):
    kind = draw.choice(["tar", "tfrecord", "recordio"])
    target = lab.path("shards")
    lab.run("dataset", "convert", lab.images(60), target, "--format", kind, ok=(0,))
    for name in os.listdir(target):
        if name != "throughline-dataset.json":
            mutate(os.path.join(target, name), draw)
    checked = lab.run("dataset", "inspect", target, "--verify")
    if "Damaged" in checked.out and "sound" in checked.out.lower() and checked.code != 0 and \
            "all records are intact" in checked.out.lower():
        raise Defect(f"damaged and sound at once (D27): {checked.out[-300:]}")
    lab.measure(target, seconds=1)
    lab.check_record(lab.path("r.tlrun"))


HOSTILE_LINES = ["[" * 100_000, '{"type":"sample","run":1,"t_s":1e999}', '{"type":"header"}',
                 '{"type":"run_started","run":-1}', "\x1b]0;title\x07", "nul\0nul",
                 '{"type":"note","text":"a\\nrun 9 99999","level":"error","code":"\\u001b[2J"}',
                 '{"type":"run_ended","run":1,"metrics":{"images_per_second":"NaN"}}']


def hostile_record(lab, draw):
    lab.measure(lab.images(), seconds=1)
    with open(lab.path("r.tlrun"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for _ in range(draw.randint(1, 5)):
        act = draw.choice(["insert", "drop", "swap", "retype"])
        place = draw.randrange(len(lines))
        if act == "insert":
            lines.insert(place, draw.choice(HOSTILE_LINES))
        elif act == "drop" and len(lines) > 1:
            del lines[place]
        elif act == "swap":
            other = draw.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        else:
            lines[place] = lines[place].replace("1", draw.choice(["-1", "1e308", '"1"', "null"]))
    path = lab.path("hostile.tlrun")
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as out:
        out.write("\n".join(lines) + "\n")
    for command in (("show", path), ("show", "--all", path), ("show", "--json", path),
                    ("import", path, "--library", lab.path("l.sqlite"))):
        lab.run(*command)


def rewritten_record(lab, _):
    """A record that another JSON program wrote anew is imported as it is shown (D32)."""
    lab.measure(lab.images(), seconds=1)
    path = lab.path("again.tlrun")
    with open(lab.path("r.tlrun"), encoding="utf-8") as file, \
            open(path, "w", encoding="utf-8") as out:
        for line in file:
            out.write(json.dumps(json.loads(line), sort_keys=True) + "\n")
    lab.run("show", path, ok=(0,))
    lab.run("import", path, "--library", lab.path("l.sqlite"), ok=(0,))


def hostile_results(lab, draw):
    path = lab.path("result." + draw.choice(["json", "csv", "log", "txt", "gz"]))
    kind = draw.choice(["deep", "wide", "long", "quote", "noise", "gzip", "cut gzip", "nan"])
    data = {"deep": b"[" * 200_000, "wide": b",".join(b"c%d" % i for i in range(50_000)) + b"\n1\n",
            "long": b"x" * (20 << 20), "quote": b'a,b\n"' + b"x" * (5 << 20),
            "noise": draw.randbytes(200_000), "nan": b'{"fio version":"fio-3.33","jobs":[NaN]}',
            "gzip": gzip.compress(b"step,images_per_second\n" * 200_000),
            "cut gzip": gzip.compress(draw.randbytes(100_000))[:5000]}[kind]
    with open(path, "wb") as out:
        out.write(data)
    lab.run("import", path, "--library", lab.path("l.sqlite"))
    return kind


def broken_gzip(lab, _):
    """A gzip file with a bad checksum is said to be one (D35)."""
    data = bytearray(gzip.compress(b"step,images_per_second\n1,2\n3,4\n"))
    data[-6] ^= 0xFF
    path = lab.path("result.csv.gz")
    with open(path, "wb") as out:
        out.write(data)
    ended = lab.run("import", path, "--library", lab.path("l.sqlite"))
    text = ended.out + ended.err
    if "unknown format" in text or ("checksum" not in text and "damaged" not in text and
                                     "gzip" not in text):
        raise Defect(f"the bad checksum is not named: {ended}")


def catalogue_of_pipes(lab, draw):
    """A FIFO or an endless device among the user's entries hangs nothing (D26)."""
    folder = lab.path("data", "catalogue")
    os.makedirs(folder)
    os.mkfifo(os.path.join(folder, "pipe.json"))
    os.symlink("/dev/zero", os.path.join(folder, "zero.json"))
    lab.run("catalog", "list", limit_s=15)


def escapes_in_titles(lab, _):
    """A title cannot draw lines that look like figures (D16)."""
    lab.measure(lab.images(), seconds=1)
    with open(lab.path("r.tlrun"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    header = json.loads(lines[0])
    header["title"] = "\x1b[31mred\nrun 9  99999\u202e"
    path = lab.path("titled.tlrun")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join([json.dumps(header, separators=(",", ":")), *lines[1:]]) + "\n")
    library = lab.path("l.sqlite")
    for command in (("show", path), ("show", "--all", path), ("import", path, "--library", library),
                    ("library", "list", "--library", library)):
        if "\nrun 9" in lab.run(*command, ok=(0,)).out:
            raise Defect(f"{command[0]}: the title made a line of its own")


EARLIER = {"D16 escapes in titles": escapes_in_titles, "D26 pipes in the catalogue": catalogue_of_pipes,
           "D28 a name of 255 bytes": long_name_converts, "D32 a record written anew": rewritten_record,
           "D35 gzip with a bad checksum": broken_gzip}
RANDOM = {"odd names": odd_names, "mutated images": mutated_images, "mutated shards": mutated_shards,
          "hostile record": hostile_record, "hostile results": hostile_results}
