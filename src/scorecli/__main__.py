"""The command line: `scorecli`, or `python -m scorecli`."""

import contextlib
import os
import signal
import sys

EXIT_UNREADABLE = 2
EXIT_CRASH = 101
EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; the exit codes are those of the record format."""
    # A reader that closes the pipe (`| head`) ends the program in silence.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # No plugin of another package takes part in reading records; looking for some takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        # What the terminal can not show is shown escaped.
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    from scorecli.cli.app import APP
    from scorecli.errors import ScorecliError

    try:
        APP(prog_name="scorecli")
    except ScorecliError as error:
        sys.exit(_say(f"scorecli: {error}", EXIT_UNREADABLE))
    except KeyboardInterrupt:
        sys.exit(_say("scorecli: interrupted", EXIT_INTERRUPTED))
    except Exception as error:  # noqa: BLE001 - a crash must not look like findings (exit code 1)
        if "--debug" in sys.argv:
            sys.exit(_traceback())
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        message = f"scorecli: crashed: {what} (run it with --debug for the traceback)"
        sys.exit(_say(message, EXIT_CRASH))


def _say(message: str, exit_code: int) -> int:
    sys.stderr.write(f"{message}\n")
    return exit_code


def _traceback() -> int:
    import traceback

    traceback.print_exc()
    return EXIT_CRASH


if __name__ == "__main__":
    main()
