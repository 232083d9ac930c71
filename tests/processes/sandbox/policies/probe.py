#!/usr/bin/python3
"""Tries everything that a program in a sandbox must not reach, and says what it did: one line, one letter for each probe."""
import ctypes, fcntl, glob, json, mmap, os, platform, pty, signal, socket, struct, sys, termios

GIVEN = json.loads(r"""@GIVEN@""")
NUMBERS = {
    "x86_64": dict(ptrace=101, syslog=103, add_key=248, keyctl=250, perf=298, bpf=321, uffd=323),
    "aarch64": dict(ptrace=117, syslog=116, add_key=217, keyctl=219, perf=241, bpf=280, uffd=282),
}[platform.machine()]
libc = ctypes.CDLL(None, use_errno=True)
SESSION = ctypes.c_long(-3)


def call(name, *args):
    number = NUMBERS[name] if name in NUMBERS else name
    return libc.syscall(ctypes.c_long(number), *args)


def readable(paths, text=b"canary"):
    for path in paths:
        try:
            with open(path, "rb") as file:
                if text in file.read(1_000_000):
                    return True
        except OSError:
            pass
    return False


def processes():
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                if b"CANARY_OF_ANOTHER_RUN" in file.read():
                    return True
        except OSError:
            pass
    return False


def signals():
    os.kill(GIVEN["process"], 0)
    with open(f"/proc/{GIVEN['process']}/environ", "rb") as file:
        return b"CANARY" in file.read()


def connects(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as client:
        client.settimeout(2)
        client.connect(address)
    return True


def opens(family):
    socket.socket(family, socket.SOCK_STREAM).close()
    return True


def finds_key():
    return call("keyctl", ctypes.c_long(10), SESSION, b"user", b"agent-harness-canary", 0) > 0


def adds_key():
    return call("add_key", b"user", b"agent-harness-test", b"x", ctypes.c_long(1), SESSION) > 0


def uring():
    made = call(425, ctypes.c_long(4), ctypes.create_string_buffer(256))
    return made >= 0


def perf():
    # A software clock of this process, without the kernel: what an unprivileged user may count.
    attributes = bytearray(128)
    struct.pack_into("IIQ", attributes, 0, 1, 128, 0)
    struct.pack_into("Q", attributes, 40, 1 << 5 | 1 << 6)
    return call("perf", bytes(attributes), 0, -1, -1, ctypes.c_long(0)) >= 0


def bpf():
    attributes = struct.pack("IIII", 2, 4, 8, 1) + bytes(112)
    return call("bpf", 0, attributes, len(attributes)) >= 0


def in_child(work):
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def types():
    leader, follower = pty.openpty()
    def work():
        os.setsid()
        fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
        fcntl.ioctl(follower, termios.TIOCSTI, b"x")
        return True
    return in_child(work)


def seizes():
    # PTRACE_SEIZE does not stop it.
    return call("ptrace", ctypes.c_long(0x4206), ctypes.c_long(1), ctypes.c_long(0), ctypes.c_long(0)) == 0


def calls_as_i386():
    if platform.machine() != "x86_64":
        return False
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid); int 0x80; ret
    code = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    return in_child(lambda: code() > 0)


PROBES = dict(
    home=lambda: readable(GIVEN["home"]),
    storage=lambda: readable(GIVEN["storage"], b""),
    onPath=lambda: readable(GIVEN["onPath"]),
    sibling=lambda: readable(GIVEN["sibling"]),
    processes=processes,
    signals=signals,
    abstract=lambda: connects(socket.AF_UNIX, "\0" + GIVEN["abstract"]),
    loopback=lambda: connects(socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
    findsKey=finds_key,
    addsKey=adds_key,
    vsock=lambda: opens(40),
    uring=uring,
    perf=perf,
    bpf=bpf,
    uffd=lambda: call("uffd", ctypes.c_long(1)) >= 0,
    syslog=lambda: call("syslog", ctypes.c_long(10), 0, ctypes.c_long(0)) >= 0,
    types=types,
    i386=calls_as_i386,
    # Of the sandbox alone: outside of one it is the machine's own.
    seizes=lambda: len(glob.glob("/proc/[0-9]*")) < 50 and seizes(),
)


def reached(probe):
    try:
        return bool(probe())
    except OSError:
        return False


found = [name for name, probe in PROBES.items() if reached(probe)]
print(f"probed<{sys.argv[1]}:{' '.join(found)}>", flush=True)
