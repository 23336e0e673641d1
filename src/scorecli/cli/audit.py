"""`scorecli audit`: many hands, from one evening to more than one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scorecli import exit_codes
from scorecli.cli import completion
from scorecli.cli.options import AsJson, Rules, parse_rules

if TYPE_CHECKING:
    from scorecli.batch.engine import Engine
    from scorecli.batch.run import Plan, Report

MOST_JOBS = 1024
MOST_TOLD = 12
"""So many inputs that cannot be read are named; all are counted."""

FailOn = Literal["error", "warning", "never"]
EngineName = Literal["processes", "dask"]


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Logs, files, folders, patterns, or - for standard input.",
            autocompletion=completion.records,
        ),
    ],
    findings: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write each finding here: .jsonl or .csv."),
    ] = None,
    results: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write each hand's figures here: .jsonl or .parquet."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Write whole results, as score --json prints them.")
    ] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE",
            help="Only these findings (and what cannot be read); several with commas.",
            autocompletion=completion.codes,
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE",
            help="All findings but these.",
            autocompletion=completion.codes,
        ),
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option(help="From which severity on the exit code is 1.")
    ] = "error",
    max_findings: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Write so many at most; the others are counted."),
    ] = None,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Look for hands that come more than once.")
    ] = False,
    matches: Annotated[
        bool, typer.Option(help="Hold the hands of each table against each other.")
    ] = True,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=MOST_JOBS,
            metavar="N",
            help="Processes; all cores if not said.",
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep here how far it came; go on from there."),
    ] = None,
    engine: Annotated[EngineName, typer.Option(help="Who does the work.")] = "processes",
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Of a Dask cluster; one is started if not said."),
    ] = None,
    rule: Rules = None,
    as_json: AsJson = False,
) -> None:
    r"""Audit logs: what is wrong, where, how much is at stake.

    \b
    scorecli audit evening.jsonl
    scorecli audit logs/ --findings findings.csv
    scorecli audit "2026-*.jsonl.gz" --results results.parquet --duplicates
    scorecli audit big.jsonl --jobs 8 --checkpoint big.checkpoint --findings findings.jsonl
    zcat log.jsonl.gz | scorecli audit - --ignore no-declarations --json

    The hands of a table are added up as `match` does. A bad record never stops the others. The
    files that are written are there whole or not at all; a run with the same --checkpoint goes on
    where the last one ended.

    The exit code is 0 if nothing is wrong, 1 if there is an error (see --fail-on), 2 if something
    could not be read, 130 after an interrupt.
    """
    from scorecli.batch.part import Wanted
    from scorecli.batch.run import Plan, findings_form
    from scorecli.summary import check_selected, codes_named

    if scheduler is not None and engine != "dask":
        raise typer.BadParameter("only --engine dask has a scheduler", param_hint="--scheduler")
    if results is None and full:
        raise typer.BadParameter("needs --results", param_hint="--full")
    if findings is None and max_findings is not None:
        raise typer.BadParameter("needs --findings", param_hint="--max-findings")
    _check_ending(findings, "--findings", ".jsonl", ".csv")
    _check_ending(results, "--results", ".jsonl", ".parquet")
    if results is not None:
        _check_results(results, full=full)
    selected = codes_named(select) if select else None
    check_selected(selected or (), matches=matches, duplicates=duplicates)
    wanted = Wanted(
        overrides=parse_rules(rule),
        select=selected,
        ignore=codes_named(ignore or ()),
        findings=findings_form(findings),
        results=results is not None,
        full=full,
        matches=matches,
        duplicates=duplicates,
    )
    plan = Plan(paths, wanted, findings, results, max_findings, checkpoint)
    report = _run(plan, engine, jobs, scheduler)
    _print(report, as_json=as_json)
    raise typer.Exit(_exit_code(report, fail_on))


def _check_ending(path: str | None, option: str, *endings: str) -> None:
    """Refuse a file whose name promises another form than one that can be written."""
    from pathlib import Path

    ending = Path(path or "").suffix.lower()
    if ending and ending not in (*endings, ".json", ".ndjson"):
        forms = " or ".join(endings)
        raise typer.BadParameter(f"{path!r} does not end in {forms}", param_hint=option)


def _check_results(path: str, *, full: bool) -> None:
    from scorecli.batch.parquet import check_parquet, is_parquet

    if is_parquet(path):
        if full:
            message = "whole results are written as .jsonl only"
            raise typer.BadParameter(message, param_hint="--full")
        check_parquet()


def _run(plan: Plan, engine: EngineName, jobs: int | None, scheduler: str | None) -> Report:
    from scorecli.batch.engine import cores, in_processes
    from scorecli.batch.run import Progress, audit_log
    from scorecli.report.progress import progress_bar

    jobs = jobs or cores()
    work: Engine
    if engine == "dask":
        from scorecli.batch.cluster import on_dask

        work = on_dask(scheduler, jobs)
    else:
        work = in_processes(jobs)
    with progress_bar() as bar:

        def tell(progress: Progress) -> None:
            if bar is not None:
                bar(*progress)

        return audit_log(plan, work, tell, unpack_here=engine != "dask")


def _print(report: Report, *, as_json: bool) -> None:
    from scorecli.report.console import make_console
    from scorecli.report.plain import printable

    if as_json:
        from scorecli.report.plain import write_json
        from scorecli.report.summary_json import summary_json

        write_json(
            summary_json(report.summary, finished=report.finished, unwritten=report.unwritten)
        )
    else:
        from scorecli.report.summary_text import print_summary

        print_summary(make_console(), report.summary)
    errors = make_console(stderr=True)
    for line in report.unopened[:MOST_TOLD]:
        errors.print(printable(line), soft_wrap=True)
    if len(report.unopened) > MOST_TOLD:
        errors.print(f"and {len(report.unopened) - MOST_TOLD:,} more that cannot be read")
    for name in report.changed[:MOST_TOLD]:
        errors.print(f"{printable(name)}: has changed while it was read", soft_wrap=True)
    if report.unwritten:
        errors.print(f"{report.unwritten:,} findings were counted and not written: --max-findings")
    if not report.finished:
        kept = f"; kept: {', '.join(report.kept)}" if report.kept else ""
        errors.print(f"scorecli: interrupted: this is what was finished{kept}", soft_wrap=True)


def _exit_code(report: Report, fail_on: FailOn) -> int:
    from scorecli.summary import has_at_least

    if not report.finished:
        return exit_codes.INTERRUPTED
    if report.summary.unreadable:
        return exit_codes.UNREADABLE
    failed = fail_on != "never" and has_at_least(report.summary, fail_on)
    return exit_codes.FINDINGS if failed else 0
