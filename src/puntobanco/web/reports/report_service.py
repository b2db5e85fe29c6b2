"""Everything that the server has made beside it."""

from pathlib import Path

from puntobanco.web.problems import Declined
from puntobanco.web.reports.verification_job import Verifying
from puntobanco.web.reports.worker_pool import Clerks


class Papers:
    """Reports and bundles have clerks of their own: a long download keeps nobody from a report."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.reports, self.bundles, self.verifying = Clerks(), Clerks(), Verifying()

    @property
    def folder(self) -> Path:
        """Where the house lies that is read."""
        if self._folder is None:
            raise Declined(503, "no_folder", "this house lies in no folder that can be read", wait=60)
        return self._folder.absolute()

    def close(self) -> None:
        """No process goes on; whoever waits for one is answered so."""
        for one in (self.reports, self.bundles, self.verifying):
            one.close()

    async def gone(self) -> None:
        for one in (self.reports, self.bundles, self.verifying):
            await one.gone()
