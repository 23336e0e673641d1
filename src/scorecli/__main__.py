"""The command line: `scorecli`, or `python -m scorecli`."""

import atexit
import contextlib
import gc
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from scorecli import exit_codes


def main() -> NoReturn:
    """Run the command line; the exit codes are those of `scorecli.exit_codes`."""
    try:
        exit_code = _exit_code()
    except SystemExit as end:
        exit_code = end.code if isinstance(end.code, int) else 0
    # All is written and closed. Taking the interpreter down piece by piece would take a fifth of
    # the time of scoring one hand, so that only what others have registered for the end is done.
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    atexit._run_exitfuncs()  # noqa: SLF001 - the one way to do it before the end
    os._exit(exit_code)


def _exit_code() -> int:
    """Run the command line as far as it comes, and say on standard error why it ended early."""
    _prepare()
    from scorecli.errors import ScorecliError

    try:
        _run()
    except ScorecliError as error:
        return _say(str(error), exit_codes.UNREADABLE)
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - a crash must not look like findings (exit code 1)
        if isinstance(error, OSError) and error.filename is None:
            return _cannot_print(error)
        if "--debug" in sys.argv:
            return _traceback()
        what = f"crashed: {type(error).__name__}: {error}"
        return _say(f"{what} (for the traceback: scorecli --debug ...)", exit_codes.CRASH)
    return 0


def _prepare() -> None:
    """Set up what the program shares with the system before anything is read or printed."""
    # A reader that closes the pipe (`| head`) ends the program in silence.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # Starting up makes hardly any garbage; looking for some would take a tenth of the time.
    gc.set_threshold(100_000)
    # No plugin of another package takes part in reading records; looking for some takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - open as long as the program runs
    if sys.stdout is None:
        sys.exit(_say("standard output is closed", exit_codes.UNREADABLE))
    for stream in (sys.stdout, sys.stderr):
        # What the terminal cannot show is shown escaped.
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _run() -> None:
    try:
        from scorecli.cli.app import APP

        APP(prog_name="scorecli")
    finally:
        # Whatever cannot be printed is noticed here, while it can still be told.
        sys.stdout.flush()


def _say(message: str, exit_code: int) -> int:
    """Say on standard error, in one line, why the program ends."""
    from scorecli.report.plain import brief

    with contextlib.suppress(OSError):
        sys.stderr.write(f"scorecli: {brief(message)}\n")
    return exit_code


def _cannot_print(error: OSError) -> int:
    """Say that the output went nowhere; what is left of it is dropped."""
    with Path(os.devnull).open("wb") as nowhere, contextlib.suppress(OSError):
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    message = f"standard output cannot be written: {error.strerror or error}"
    return _say(message, exit_codes.UNREADABLE)


def _traceback() -> int:
    import traceback

    traceback.print_exc()
    return exit_codes.CRASH


if __name__ == "__main__":
    main()
