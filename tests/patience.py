"""How long tests wait for what another process or thread does."""

import os

PATIENCE_S = 60.0 * float(os.environ.get("TESTS_SLOWER", "1"))
"""Long, since only a test that fails waits so long. TESTS_SLOWER: how many times slower this machine is."""
