"""The folder of the project, and its `manage.py` in another process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` without the settings of this test process."""
    command = [sys.executable, "manage.py", *arguments]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO_")}
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
