"""Games as data (docs/data.md): collections, and JSON with its schema."""

from __future__ import annotations

import argparse
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from cacao_core import BadRecord, CacaoError, Deal, Record
from cacao_core.ai import arena
from cacao_core.ai.arena import command
from cacao_core.cli import main
from cacao_core.formats import as_json, collection
from tests.core.helpers import DATA

SCHEMA: Any = json.loads((Path(__file__).parents[2] / "docs/cacao.schema.json").read_text("utf-8"))
FILES = sorted([*DATA.glob("golden*.txt"), DATA / "overbuild.txt", DATA / "temple.txt"])


def problems(value: Any, schema: Any, where: str = "") -> list[str]:
    """What a value does not fulfil, of the words that the schema uses."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return problems(value, SCHEMA["$defs"][name], where)
    known = {"$schema", "title", "description", "$defs", "type", "const", "enum", "pattern"}
    known |= {"properties", "required", "additionalProperties", "items"}
    known |= {"minItems", "maxItems", "minimum", "maximum"}
    assert schema.keys() <= known, "a word that is not checked"
    kinds: Any = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    kinds |= {"number": (int, float), "null": type(None)}
    wanted = schema.get("type", [])
    names = [wanted] if isinstance(wanted, str) else wanted
    fits = any(isinstance(value, kinds[name]) for name in names)
    fits &= type(value) is not bool or "boolean" in names
    found = [] if fits or not names else [f"{where}: {value!r} is no {wanted}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        found.append(f"{where}: {value!r} is not like {schema['pattern']}")
    if type(value) in (int, float):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        found += [] if low <= value <= high else [f"{where}: {value}"]
    if isinstance(value, list):
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
        found += [] if low <= len(value) <= high else [f"{where}: {len(value)} items"]
        for at, item in enumerate(value):
            found += problems(item, schema.get("items", {}), f"{where}[{at}]")
    if isinstance(value, dict):
        found += [f"{where}: no {name}" for name in schema.get("required", []) if name not in value]
        for name, inner in value.items():
            part = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            found += problems(inner, part, f"{where}.{name}")
    return found


def golden(file: Path) -> Record:
    return Record.from_text(file.read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_games_fit_the_schema_and_come_back(file: Path) -> None:
    record = golden(file)
    value = json.loads(json.dumps(as_json.record_value(record, events=True)))
    assert problems(value, SCHEMA) == []
    assert as_json.record_from(value) == record
    assert [move["notation"] for move in value["moves"]] == [str(move) for move in record.moves]
    position = json.loads(json.dumps(as_json.position_value(record.game(9))))
    assert problems(position, SCHEMA["$defs"]["position"]) == []
    assert position["legal_moves"] == [str(move) for move in record.game(9).legal_moves()]


def test_positions_that_are_partly_known_hide_tiles() -> None:
    value = as_json.position_value(Record(Deal.shuffled(2, 7)).game().known_to(1))
    assert problems(value, SCHEMA["$defs"]["position"]) == []
    assert set(value["players"][0]["hand"]) == {"?"}
    assert "?" not in value["players"][1]["hand"]


def test_misfits_are_found() -> None:
    value = as_json.record_value(golden(FILES[0]))
    for wrong in ({"winners": [7]}, {"format": "x"}, {"moves": [{"kind": "jump"}]}, {"seed": "7"}):
        assert problems(value | wrong, SCHEMA), wrong


@pytest.mark.long
def test_analyses_and_reviews_fit_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for at, playouts in ("0", "1"), ("20", "30"):
        shown = ["--at", at, "--playouts", playouts, "--json", "--all"]
        assert main(["analyse", str(FILES[0]), *shown]) == 0
        value = json.loads(capsys.readouterr().out)
        assert problems(value, SCHEMA["$defs"]["analysis"]) == []
        assert value["candidates"][-1]["rough"]
        assert value["candidates"][0]["reason"]["kind"] in ("sell", "cacao", "mine", "later")
    assert main(["review", str(FILES[0]), "--playouts", "1", "--json"]) == 0
    *turns, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [problems(turn, SCHEMA["$defs"]["reviewed_turn"]) for turn in turns] == [[]] * len(turns)
    record = golden(FILES[0])
    assert [turn["number"] for turn in turns] == list(range(1, len(record.turns()) + 1))
    lead = record.game().score()[0].total - record.game().score()[1].total
    assert last["balance"][0]["result"] == pytest.approx(lead)


@pytest.mark.parametrize("value", [None, {}, [], {"format": "cacao-json 9"}, {"format": 1}])
def test_other_json_is_refused(value: object) -> None:
    with pytest.raises(BadRecord, match="JSON: expected a game of the format"):
        as_json.record_from(value)
    with pytest.raises(BadRecord, match="record: expected a text"):
        as_json.record_from({"format": as_json.FORMAT})


def test_files_of_one_record_can_be_put_together() -> None:
    together = "\n".join(file.read_text("utf-8") for file in FILES)
    assert list(collection.read(io.StringIO(together))) == list(map(golden, FILES))
    noted = DATA / "golden_v2_2_notes.txt"
    text = noted.read_text("utf-8")
    assert text.splitlines()[-1].count("#"), "its last line is a comment"
    assert list(collection.read(io.StringIO(text + text))) == [golden(noted)] * 2


def test_collection_is_written_and_read_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    games = list(map(golden, FILES))
    assert collection.write(file, iter(games[:2])) == 2
    assert collection.write(str(file), iter(games[2:]), append=True) == len(games) - 2
    found = collection.read(file)
    assert next(found) == games[0]
    assert list(found) == games[1:]
    damaged = file.read_text("utf-8").replace("players: 3", "players: 9")
    found = collection.read(io.StringIO(damaged))
    assert next(found) == games[0]
    with pytest.raises(BadRecord, match=r"record 2: line \d+: 9 players"):
        list(found)


def test_reading_goes_on_after_bad_records_and_names_lines_of_the_file() -> None:
    games = [golden(file).to_text() for file in FILES[:3]]
    games[1] = games[1].replace("players: ", "players: 9")
    bad: list[BadRecord] = []
    text = "# mine\n\n" + "\n".join(games)
    found = list(collection.read(io.StringIO(text), bad.append))
    assert found == [golden(FILES[0]), golden(FILES[2])]
    line = next(at for at, line in enumerate(text.splitlines(), 1) if "players: 9" in line)
    assert [str(one).partition(": 9")[0] for one in bad] == [f"record 2: line {line}"]


def test_files_of_other_editors_are_gone_on_with(tmp_path: Path) -> None:
    """Some editors write no end of the last line, or a mark at the beginning of the file."""
    file, game = tmp_path / "games.txt", golden(FILES[0])
    file.write_text(game.to_text().rstrip("\n"), "utf-8")
    collection.write(file, [game], append=True)
    assert list(collection.read(file)) == [game] * 2
    marked = "\ufeff" + file.read_text("utf-8") + "\n\n"
    assert list(collection.read(io.StringIO(marked * 2))) == [game] * 4


def test_readers_of_one_record_say_that_there_are_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.txt"
    collection.write(file, map(golden, FILES[:3]))
    assert main(["show", str(file)]) == 1
    assert "3 records: expected one" in capsys.readouterr().err


def test_export_that_cannot_be_written_is_told_before_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    monkeypatch.setattr(command, "play", lambda *given, **_options: played.append(given))
    file = tmp_path / "nowhere" / "games.txt"
    assert main(["arena", "easy", "medium", "--jobs", "1", "--export", str(file)]) == 1
    assert "nowhere" in capsys.readouterr().err
    assert not played


def test_interrupted_tournament_exports_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = arena.play(arena.contestants(["easy", "medium"]), 2, [7], jobs=1)

    def interrupted(*_given: object, **_options: object) -> None:
        raise arena.Interrupted(results)

    monkeypatch.setattr(command, "play", interrupted)
    file = tmp_path / "games.txt"
    with pytest.raises(arena.Interrupted):
        command.run(options(["easy", "medium", "--jobs", "1", "--export", str(file)]))
    assert len(list(collection.read(file))) == len(results.games) == 2


def options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    return parser.parse_args(["arena", *arguments])


@pytest.mark.parametrize("data", [b"na\xefve", golden(FILES[0]).to_text().encode("utf-16")])
def test_file_of_another_encoding_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(data)
    with pytest.raises(CacaoError):
        list(collection.read(file))
    with (
        file.open(encoding="utf-8") as opened,
        pytest.raises(CacaoError, match=r"games\.txt: .*utf-8"),
    ):
        list(collection.read(opened))
    with file.open("rb") as opened, pytest.raises(CacaoError, match="open for text"):
        list(collection.read(opened))  # type: ignore[arg-type]


@pytest.mark.parametrize("file", [None, 5, b"games.txt", ["a", 5]])
def test_what_is_no_file_is_refused(file: Any) -> None:
    with pytest.raises(CacaoError, match="open for text"):
        list(collection.read(file))
    with pytest.raises(CacaoError):
        list(collection.read("games\0.txt"))


def test_files_that_are_no_collections(tmp_path: Path) -> None:
    assert list(collection.read(io.StringIO("\n\n"))) == []
    with pytest.raises(BadRecord, match="record 1: line 1"):
        list(collection.read(io.StringIO("hello")))
    with pytest.raises(BadRecord, match="record 1: "):
        list(collection.read(io.StringIO("cacao-record 1\n" + "# long\n" * 20000)))
    with pytest.raises(CacaoError, match=r"nothing\.txt"):
        list(collection.read(tmp_path / "nothing.txt"))
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="record 1: line 1: it is not UTF-8"):
        list(collection.read(tmp_path / "picture"))
    games = [golden(file).renamed(("Ana", "Bo")) for file in FILES if "_2_" in file.stem]
    collection.write(tmp_path / "games.txt", games)
    spoilt = (tmp_path / "games.txt").read_bytes().replace(b"Ana", b"An\xe1", 1)
    (tmp_path / "games.txt").write_bytes(spoilt)
    bad: list[BadRecord] = []
    assert list(collection.read(tmp_path / "games.txt", bad.append)) == games[1:]
    assert len(bad) == 1


def test_json_in_the_terminal_and_the_games_of_an_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(FILES[0]), "--to", "json", "--events"]) == 0
    text = capsys.readouterr().out
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    assert main(["convert", str(file), "--to", "record"]) == 0
    assert Record.from_text(capsys.readouterr().out) == golden(FILES[0])
    file.write_text("{", "utf-8")
    assert main(["show", str(file)]) == 1
    assert "JSON: " in capsys.readouterr().err
    games = tmp_path / "games.txt"
    arguments = ["easy", "medium", "--deals", "1", "--jobs", "1", "--quiet"]
    assert main(["arena", *arguments, "--export", str(games)]) == 0
    found = list(collection.read(games))
    assert [record.seats for record in found] == [("easy", "medium"), ("medium", "easy")]
    assert all(record.game().is_over for record in found)
