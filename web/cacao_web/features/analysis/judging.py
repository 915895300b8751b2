"""The judgement of one new turn, by the computer in its worker."""

from __future__ import annotations

from cacao_core import CacaoError, Record
from cacao_web.features.analysis import codec
from cacao_web.features.analysis.model import Reviewed
from cacao_web.shell.shell import Shell


async def judged(shell: Shell, record: Record, start: int) -> Reviewed | None:
    """The turn that begins after ``start`` moves, judged; None if that has failed."""
    try:
        answers = await shell.table.computers.review(record, lambda _share: None, start)
        return codec.read(record, answers).turns[0]
    except (CacaoError, IndexError) as error:
        shell.page.report(f"judgement: {error!r}")
    except Exception as error:
        shell.notices.bug(error)
    return None
