"""The compiled part. Use the package `rainier`; of this, Candidates and RainierError are meant for users."""

from typing import Callable, Dict, List, Optional

import numpy
from numpy.typing import NDArray

__version__: str
completion: "numpy.dtype[numpy.void]"

class RainierError(ValueError):
    """What the user gave can't be done: the line that the command prints, with file, line and nearest name."""

class Candidates:
    """The superblocks that garbage collection may collect, one array a property, all in the same order."""

    @property
    def number(self) -> NDArray[numpy.uint32]:
        """Of the superblock, from 0."""
    @property
    def valid(self) -> NDArray[numpy.uint32]:
        """Mapping units that have to be copied."""
    @property
    def erases(self) -> NDArray[numpy.uint32]:
        """How often it has been erased."""
    @property
    def age(self) -> NDArray[numpy.uint64]:
        """Mapping units that the host has written since it was full."""
    @property
    def closed(self) -> NDArray[numpy.uint64]:
        """The order in which they became full: the least is the oldest."""
    @property
    def pages(self) -> int:
        """Mapping units of host data that a superblock holds."""
    @property
    def now(self) -> int:
        """Mapping units that the host has written since the drive was made."""
    def __len__(self) -> int: ...

class Outcome:
    @property
    def json(self) -> str: ...
    @property
    def series(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def notes(self) -> List[str]: ...

class Drive:
    def __init__(
        self,
        preset: str,
        overrides: List[str],
        host: str,
        scale: str,
        seed: str,
        faults: List[str],
        configs: str,
        victim: Optional[Callable[[Candidates], int]],
    ) -> None: ...
    def precondition(self, recipe: str) -> None: ...
    def run(self, files: List[str], job_options: List[str], recording: Dict[str, str]) -> Outcome: ...
    def replay(
        self,
        trace: str,
        job_options: List[str],
        recording: Dict[str, str],
        options: Dict[str, str],
        volumes: List[str],
    ) -> Outcome: ...
    def on_completions(
        self, callback: Optional[Callable[[NDArray[numpy.void]], object]], batch: int
    ) -> None: ...
    @property
    def capacity(self) -> int: ...
    @property
    def now(self) -> float: ...
    def counters(self) -> Dict[str, int]: ...
    def superblocks(self) -> Dict[str, numpy.ndarray]: ...
    def geometry(self) -> Dict[str, int]: ...

def drives(configs: str) -> List[str]: ...
def hosts(configs: str) -> List[str]: ...
def workloads(configs: str) -> List[str]: ...
