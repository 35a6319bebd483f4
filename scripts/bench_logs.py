"""What `bench` lets read logs: the program's verifier and the stand-alone one, here or in a process of their own.

``python bench_logs.py package|alone LOG`` prints the largest resident memory that this took, in KiB.
"""

import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

import verify_log  # noqa: E402

from hearts_lan.transcript.logfile import raw_lines  # noqa: E402
from hearts_lan.transcript.report import examine  # noqa: E402


def alone(log: Path) -> None:
    """Verify a log as the stand-alone verifier does in a new process: with no signature known before."""
    verify_log.is_signed.cache_clear()
    verify_log.key_table.cache_clear()
    with log.open("rb") as file:
        _, verdict = verify_log.verify(verify_log.lines_of(file))
    assert verdict.code in (0, 3), verdict.sentence


def package(log: Path) -> None:
    """Verify a log as the program does."""
    with log.open("rb") as file:
        verdict = examine(raw_lines(file)).verdict
    assert verdict.code in (0, 3), verdict.fault


JOBS: dict[str, Callable[[Path], None]] = {"package": package, "alone": alone}


STATUS = Path("/proc/self/status")


def peak_kib() -> int:
    """The largest resident memory of this process so far; what its parent had does not count where that is told."""
    if STATUS.exists():
        found = re.search(r"VmHWM:\s+(\d+) kB", STATUS.read_text())
        assert found
        return int(found[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def peak_kib_of(job: str, log: Path) -> int:
    """The same of a new process that does a job on a log."""
    done = subprocess.run([sys.executable, __file__, job, str(log)], check=True, capture_output=True, timeout=600)
    return int(done.stdout)


if __name__ == "__main__":
    JOBS[sys.argv[1]](Path(sys.argv[2]))
    print(peak_kib())
