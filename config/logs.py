"""What logs must not say: whoever reads them is not to speak for a table."""

import logging
import re

_CODE = re.compile(r"(/(?:t|team)/)[^/\s\"'?]+")


class WithoutCodes(logging.Filter):
    """Writes addresses of tables without their codes."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record stays, its message without codes."""
        record.msg, record.args = _CODE.sub(r"\1…", record.getMessage()), None
        return True
