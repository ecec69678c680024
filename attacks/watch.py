"""What the system says about a process (Linux)."""

import os


def resident(pid):
    """Bytes in memory."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) << 10


def files(pid):
    """Descriptors in use."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
