"""The shape of the program: what may import what, how long a module may be, what no file names."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.conftest import ROOT

SOURCE: Final = ROOT / "src" / "scorecli"
LONGEST: Final = 400
"""The most lines of a module; most have far fewer."""

FLOORS: Final = [
    [
        *("card_words", "cards", "errors", "exit_codes", "extras", "files", "names", "nearest"),
        *("seats", "suit_lists", "typed_cards"),
    ],
    ["judging", "ledger", "record", "table"],
    ["games"],
    [
        *("analysing", "answers", "audit", "audit_source", "claims", "clean", "converting"),
        *("dealing", "declaring", "interview", "match", "same_hands", "sheets"),
        *("skeleton", "summary", "tallying"),
    ],
    ["explain"],
    ["report"],
    ["batch"],
    ["cli"],
    ["__main__"],
]
"""What the package consists of, from the ground up: an import never goes to a higher floor.

`scorecli` itself, which holds the version and the public names, stands beside the house.
"""

CORE: Final = (
    *("cards", "card_words", "errors", "names", "nearest", "judging", "ledger", "table"),
    *("seats", "suit_lists", "typed_cards", "games"),
)
"""What works on plain values alone: no input, no output, no terminal."""

RULES: Final = ("cards", "judging", "ledger", "table", "claims")
"""What knows rules of any game; the command line gets all it needs of it from above."""

# Written in parts, so that this file does not hold what no file may hold.
MACHINE_PATHS: Final = [
    "/" + name + "/" for name in ("farm", "home", "root", "tmp", "Users", "work", "workspace")
]
REGISTRIES: Final = ["pypi" + ".", "python" + "hosted.", "index" + "-url", "find" + "-links"]
TOOLS: Final = [
    first + rest
    for first, rest in [
        ("clau", "de"),
        ("anth", "ropic"),
        ("open", "ai"),
        ("chat", "gpt"),
        ("copi", "lot"),
    ]
]
NEVER_NAMED: Final = [*MACHINE_PATHS, *REGISTRIES, *TOOLS]
SWITCHED_OFF: Final = re.compile(r"--no-emit-[a-z-]+")
"""Options that keep a registry out of the lock name what they keep out."""


class Import(NamedTuple):
    """An import of one module by another; `name` is what is taken out of it, if not all of it."""

    importer: str
    module: str
    name: str | None

    def __str__(self) -> str:
        """The import in words, for the message of a test that fails."""
        return f"{self.importer} imports {self.module}" + (f".{self.name}" if self.name else "")


def modules() -> dict[str, Path]:
    """Find the modules of the package, by their name in it; `scorecli` itself has the name ""."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


MODULES: Final = modules()


def imports_in(importer: str) -> Iterator[Import]:
    """All imports of a module, those within functions and those for the type checker too."""
    for node in ast.walk(ast.parse(MODULES[importer].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{importer} has a relative import"
            for alias in node.names:
                yield Import(importer, str(node.module), alias.name)


IMPORTS: Final = [one for importer in MODULES for one in imports_in(importer)]


def within(package: str, module: str) -> bool:
    """Whether a module is a package or in it."""
    return module == package or module.startswith(f"{package}.")


def own(one: Import) -> str | None:
    """The module of the package that is imported, or None if it is none of them."""
    if not within("scorecli", one.module):
        return None
    module = one.module.removeprefix("scorecli").removeprefix(".")
    inner = f"{module}.{one.name}".removeprefix(".")
    return inner if inner in MODULES else module


def floor_of(module: str) -> int:
    """The floor of a module."""
    return next(number for number, parts in enumerate(FLOORS) if module.partition(".")[0] in parts)


OWN: Final = [
    (one, imported) for one in IMPORTS if one.importer and (imported := own(one)) is not None
]
"""The imports within the package; those of `scorecli` itself are for the type checker only."""


# What may import what


def test_every_module_has_a_floor() -> None:
    """The picture of the house shows every part of the package, and no other."""
    parts = {module.partition(".")[0] for module in MODULES if module}
    assert parts == {part for floor in FLOORS for part in floor}


def test_imports_only_go_down() -> None:
    """No module imports one of a higher floor."""
    wrong = [
        str(one)
        for one, imported in OWN
        if imported and floor_of(imported) > floor_of(one.importer)
    ]
    assert not wrong


def test_no_import_goes_in_a_circle() -> None:
    """On one floor too, no module needs itself by way of others."""
    needed: dict[str, set[str]] = {module: set() for module in MODULES}
    for one, imported in OWN:
        needed[one.importer].add(imported)
    while free := [module for module, others in needed.items() if not others & needed.keys()]:
        for module in free:
            del needed[module]
    assert not needed


def test_only_the_version_and_the_public_names_are_in_the_package_itself() -> None:
    """What belongs to no floor gives its version, and imports nothing of its own to do so."""
    assert {one.name for one, imported in OWN if not imported} <= {"__version__"}


def test_a_game_is_imported_by_nobody_else() -> None:
    """Games do not import each other, and all others find a game by its name."""
    wrong = []
    for one, imported in OWN:
        if within("games", imported) and imported not in ("games", "games.base", "games.score"):
            folder = ".".join(imported.split(".")[:2])
            wrong += [] if within(folder, one.importer) else [str(one)]
    assert not wrong


def test_the_command_line_holds_no_rules() -> None:
    """A command asks for what it prints; it touches no card, no finding and no clause."""
    wrong = [
        str(one)
        for one, imported in OWN
        if within("cli", one.importer)
        and (any(within(part, imported) for part in RULES) or imported.startswith("games."))
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("library", "places"),
    [
        ("pydantic", ("record", "report.schema")),
        ("rich", ("report",)),
        ("typer", ("cli",)),
    ],
)
def test_a_library_stays_where_it_belongs(library: str, places: tuple[str, ...]) -> None:
    """Pydantic stays with the formats, Rich with what is shown, Typer with the commands."""
    users = {one.importer for one in IMPORTS if within(library, one.module)}
    assert users
    assert not {user for user in users if not any(within(place, user) for place in places)}


def test_the_core_knows_no_more_of_records_than_their_shape() -> None:
    """Replay and counting get a record that was read; of reading they know its type alone."""
    wrong = [
        str(one)
        for one, imported in OWN
        if any(within(part, one.importer) for part in CORE)
        and within("record", imported)
        and (imported, one.name) != ("record.schema", "Record")
    ]
    assert not wrong


def test_the_core_touches_no_file_and_no_terminal() -> None:
    """The core neither reads, writes nor prints, and does not know what time it is."""
    outside = ("io", "os", "pathlib", "sys", "subprocess", "datetime", "time", "random", "json")
    wrong = [
        str(one)
        for one in IMPORTS
        if any(within(part, one.importer) for part in CORE) and one.module.split(".")[0] in outside
    ]
    assert not wrong


# What files look like


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_short(module: str) -> None:
    """A module is short enough to be read at one sitting."""
    lines = MODULES[module].read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST


def committed_files() -> list[Path]:
    """Find the files that are, or would be, committed; skip where git does not know."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not in a git repository")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_machine_a_registry_or_a_tool() -> None:
    """A committed file fits any machine: no path of one, no package registry, no other tool."""
    named = []
    for path in committed_files():
        text = SWITCHED_OFF.sub("", path.read_text(encoding="utf-8", errors="replace")).casefold()
        named += [
            f"{path.relative_to(ROOT)}: {word}" for word in NEVER_NAMED if word.casefold() in text
        ]
    assert not named
