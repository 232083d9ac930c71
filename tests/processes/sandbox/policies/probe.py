#!/usr/bin/python3
"""Reaches for everything that a program in a sandbox must not have, and prints the names of what it got. `reach.ts` has what each means."""
import array, ctypes, fcntl, glob, json, mmap, os, platform, pty, socket, struct, sys, termios, tempfile

GIVEN = json.loads(r"""@GIVEN@""")
NUMBERS = {
    "x86_64": dict(
        ptrace=101, adjtimex=159, syslog=103, swapon=167, reboot=169, sethostname=170, shmget=29, setns=308,
        add_key=248, keyctl=250, perf=298, to_handle=303, by_handle=304, bpf=321, uffd=323, read_memory=310,
    ),
    "aarch64": dict(
        ptrace=117, adjtimex=171, syslog=116, swapon=224, reboot=142, sethostname=161, shmget=194, setns=268,
        add_key=217, keyctl=219, perf=241, to_handle=264, by_handle=265, bpf=280, uffd=282, read_memory=270,
    ),
}[platform.machine()]
libc = ctypes.CDLL(None, use_errno=True)
SESSION = ctypes.c_long(-3)
NEW_USER, NEW_MOUNTS, NEW_CGROUP = 0x10000000, 0x20000, 0x02000000
REMOUNT_WRITABLE = 0x20 | 0x1000
EPERM, EINVAL = 1, 22
# Outside of a sandbox, there are more processes.
CONFINED = len(glob.glob("/proc/[0-9]*")) < 50


def call(name, *args):
    number = NUMBERS[name] if name in NUMBERS else name
    return libc.syscall(ctypes.c_long(number), *args)


def permitted(result):
    """Whether the kernel looked beyond the permission: the arguments are not valid, so that nothing changes."""
    return result >= 0 or ctypes.get_errno() != EPERM


def contents(path):
    try:
        with open(path, "rb") as file:
            return file.read(1_000_000)
    except OSError:
        return None


def readable(paths, text=b"canary"):
    return any(text in content for content in map(contents, paths) if content is not None)


def attempts(*each):
    """Whether one of several ways works."""
    for attempt in each:
        try:
            if attempt():
                return True
        except OSError:
            pass
    return False


def opens_for_writing(path):
    os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    return True


def creates(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.unlink(path)
    return True


def in_child(work):
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def by_handle():
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128), 136)
    mount = ctypes.c_int()
    here = os.open("/", os.O_RDONLY)
    call("to_handle", ctypes.c_int(-100), b"/usr", handle, ctypes.byref(mount), ctypes.c_int(0))
    return call("by_handle", ctypes.c_int(here), handle, ctypes.c_int(os.O_RDONLY)) >= 0


def descriptors():
    """Reads a file of the home through a directory that the service was started with."""
    def reads(each):
        return lambda: b"canary" in os.read(os.open(".ssh/id_ed25519", os.O_RDONLY, dir_fd=each), 100)
    return attempts(*(reads(each) for each in range(3, 256)))


def locks():
    with open("/usr/bin/env") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True


def roots():
    return readable(f"{each}/root{path}" for each in glob.glob("/proc/[0-9]*") for path in GIVEN["home"])


def signals():
    os.kill(GIVEN["process"], 0)
    return b"CANARY" in (contents(f"/proc/{GIVEN['process']}/environ") or b"")


def memory():
    text = ctypes.create_string_buffer(8)
    way = struct.pack("QQ", ctypes.addressof(text), 8)
    there = struct.pack("QQ", GIVEN["address"], 8)
    got = call("read_memory", ctypes.c_long(GIVEN["process"]), way, ctypes.c_long(1), there, ctypes.c_long(1), ctypes.c_long(0))
    return got == 8 and text.raw == b"canaries"


def seizes():
    # PTRACE_SEIZE does not stop it.
    return call("ptrace", ctypes.c_long(0x4206), ctypes.c_long(1), ctypes.c_long(0), ctypes.c_long(0)) == 0


def connects(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as client:
        client.settimeout(2)
        client.connect(address)
    return True


def opens(family, kind=socket.SOCK_STREAM, protocol=0):
    socket.socket(family, kind, protocol).close()
    return True


def other_families():
    known = (1, 2, 10, 16, 17, 40)
    kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET)
    return attempts(*(lambda f=f, k=k: opens(f, k) for f in range(3, 46) if f not in known for k in kinds))


def route():
    # To connect a datagram socket sends nothing.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.connect(("192.0.2.1", 9))
    return True


def finds_key():
    return call("keyctl", ctypes.c_long(10), SESSION, b"user", b"agent-harness-canary", 0) > 0


def adds_key():
    return call("add_key", b"user", b"agent-harness-test", b"x", ctypes.c_long(1), SESSION) > 0


def enters():
    with open(f"/proc/{GIVEN['process']}/ns/net") as file:
        return call("setns", ctypes.c_int(file.fileno()), ctypes.c_int(0)) == 0


def uncovers():
    """In a mount namespace of its own, takes away what covers or protects something."""
    def work():
        libc.unshare(NEW_USER | NEW_MOUNTS)
        covers = [b"/proc/sys", b"/proc/keys", *(path.encode() for path in GIVEN["covered"])]
        removed = [libc.umount2(each, 2) == 0 for each in covers]
        return any(removed) or libc.mount(None, b"/usr", None, REMOUNT_WRITABLE, None) == 0
    return CONFINED and in_child(work)


def changes_groups():
    files = ("cgroup.procs", "memory.max", "memory.limit_in_bytes", "pids.max", "freezer.state")
    def work(place):
        found = [path for name in files for path in glob.glob(f"{place}/**/{name}", recursive=True)]
        return attempts(*(lambda path=path: opens_for_writing(path) for path in found))
    def mounted(kind, options):
        def inside():
            libc.unshare(NEW_USER | NEW_MOUNTS | NEW_CGROUP)
            place = tempfile.mkdtemp()
            return libc.mount(b"none", place.encode(), kind, 0, options) == 0 and work(place)
        return lambda: in_child(inside)
    return work("/sys/fs/cgroup") or attempts(
        mounted(b"cgroup2", None), mounted(b"cgroup", b"memory"), mounted(b"cgroup", b"freezer")
    )


def mounts():
    def work():
        libc.unshare(NEW_MOUNTS)
        return libc.mount(b"none", tempfile.mkdtemp().encode(), b"tmpfs", 0, None) == 0
    return in_child(work)


def devices():
    names = ("mem", "port", "kmsg", "kvm", "fuse", "vsock", "uinput", "console", "tty0", "rtc0", "hwrng", "net/tun")
    found = [f"/dev/{name}" for name in names] + glob.glob("/dev/[vs]d[a-z]") + glob.glob("/dev/dri/*")
    return attempts(*(lambda path=path: os.open(path, os.O_RDONLY | os.O_NONBLOCK) >= 0 for path in found))


def makes_device():
    path = tempfile.mktemp()
    os.mknod(path, 0o20600, os.makedev(1, 3))
    os.unlink(path)
    return True


def clock():
    # ADJ_TICK with a tick that no clock has.
    return permitted(call("adjtimex", struct.pack("I", 0x4000) + bytes(252)))


def administers():
    none = ctypes.c_long(0)
    return attempts(
        lambda: permitted(call("reboot", none, none, none, none)),
        lambda: permitted(call("swapon", b"/no/such/file", none)),
        lambda: permitted(call("sethostname", b"x", ctypes.c_long(65))),
    )


def priority():
    def work():
        os.nice(-1)
        return True
    return in_child(work)


def terminal():
    """The terminal of the service is the one with this size."""
    def sized(file):
        size = array.array("H", [0, 0, 0, 0])
        fcntl.ioctl(file, termios.TIOCGWINSZ, size)
        return list(size[:2]) == [33, 77]
    places = ["/dev/tty", *glob.glob("/proc/[0-9]*/fd/*")]
    return attempts(*(lambda path=path: sized(os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)) for path in places))


def types():
    leader, follower = pty.openpty()
    def work():
        os.setsid()
        fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
        fcntl.ioctl(follower, termios.TIOCSTI, b"x")
        return True
    return in_child(work)


def perf():
    # A software clock of this process, without the kernel: what an unprivileged user may count.
    attributes = bytearray(128)
    struct.pack_into("IIQ", attributes, 0, 1, 128, 0)
    struct.pack_into("Q", attributes, 40, 1 << 5 | 1 << 6)
    return call("perf", bytes(attributes), 0, -1, -1, ctypes.c_long(0)) >= 0


def bpf():
    attributes = struct.pack("IIII", 2, 4, 8, 1) + bytes(112)
    return call("bpf", 0, attributes, len(attributes)) >= 0


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
    temporary=lambda: readable([GIVEN["temporary"]]),
    passwords=lambda: readable(["/etc/shadow"], b"root"),
    runtime=lambda: len(os.listdir("/run")) > 0,
    writesHome=lambda: creates(GIVEN["home"][0] + ".probe"),
    writesSystem=lambda: os.access("/usr", os.W_OK),
    writesKernel=lambda: attempts(*(lambda path=path: opens_for_writing(path) for path in glob.glob("/proc/sys/*/*") + ["/proc/sysrq-trigger"])),
    byHandle=by_handle,
    descriptors=descriptors,
    setuid=lambda: libc.prctl(39, 0, 0, 0, 0) == 0,
    locks=locks,
    facts=lambda: readable(["/proc/meminfo"], b"MemTotal") and readable(["/etc/passwd"], b"root"),
    variables=lambda: "CANARY_OF_THE_SERVICE" in os.environ,
    processes=lambda: readable(glob.glob("/proc/[0-9]*/environ"), b"CANARY_OF_ANOTHER_RUN"),
    signals=signals,
    roots=roots,
    memory=memory,
    seizes=lambda: CONFINED and seizes(),
    sharedMemory=lambda: readable([GIVEN["shared"]]),
    systemV=lambda: call("shmget", ctypes.c_long(GIVEN["key"]), ctypes.c_long(0), ctypes.c_long(0)) >= 0,
    abstract=lambda: connects(socket.AF_UNIX, "\0" + GIVEN["abstract"]),
    bus=lambda: connects(socket.AF_UNIX, GIVEN["bus"]),
    loopback=lambda: connects(socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
    route=route,
    interfaces=lambda: len(socket.if_nameindex()) > 1,
    raw=lambda: opens(socket.AF_INET, socket.SOCK_RAW, 1),
    packet=lambda: opens(socket.AF_PACKET, socket.SOCK_RAW),
    vsock=lambda: opens(40),
    otherFamilies=other_families,
    findsKey=finds_key,
    addsKey=adds_key,
    listsKeys=lambda: readable(["/proc/keys"], b"agent-harness-canary"),
    userNamespace=lambda: in_child(lambda: libc.unshare(NEW_USER) == 0),
    enters=enters,
    mounts=mounts,
    uncovers=uncovers,
    changesGroups=changes_groups,
    devices=devices,
    makesDevice=makes_device,
    kernelMemory=lambda: attempts(*(lambda path=path: os.open(path, os.O_RDONLY) >= 0 for path in ("/proc/kcore", "/proc/kpageflags"))),
    activity=lambda: readable(["/proc/interrupts"], b":"),
    terminal=terminal,
    types=types,
    clock=clock,
    administers=administers,
    priority=priority,
    uring=lambda: call(425, ctypes.c_long(4), ctypes.create_string_buffer(256)) >= 0,
    perf=perf,
    bpf=bpf,
    uffd=lambda: call("uffd", ctypes.c_long(1)) >= 0,
    syslog=lambda: call("syslog", ctypes.c_long(10), 0, ctypes.c_long(0)) >= 0,
    i386=calls_as_i386,
)

found = [name for name, probe in PROBES.items() if attempts(probe)]
print(f"probed<{sys.argv[1]}:{' '.join(found)}>", flush=True)
