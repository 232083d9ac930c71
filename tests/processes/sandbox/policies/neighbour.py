"""Another program of this person: it listens where only its own network should reach, and has something in its environment, in its
memory, and in memory that it shares."""
import ctypes, fcntl, json, os, platform, socket, sys

GIVEN = json.loads(sys.argv[1])
SHMGET = {"x86_64": 29, "aarch64": 194}[platform.machine()]
libc = ctypes.CDLL(None)
CREATE = 0o1000

sockets = [socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX), socket.socket()]
for each, address in zip(sockets, ("\0" + GIVEN["abstract"], GIVEN["bus"], ("127.0.0.1", 0))):
    each.bind(address)
    each.listen(64)
for path in (GIVEN["shared"], GIVEN["temporary"]):
    with open(path, "w") as file:
        file.write("canary")
segment = libc.syscall(ctypes.c_long(SHMGET), ctypes.c_long(GIVEN["key"]), ctypes.c_long(4096), ctypes.c_long(CREATE | 0o600))
locked = open("/usr/bin/env")
fcntl.flock(locked, fcntl.LOCK_SH)
text = ctypes.create_string_buffer(b"canaries")
# So that a process of the same user may read it, whatever the machine says.
libc.prctl(0x59616D61, ctypes.c_long(-1), 0, 0, 0)
print(json.dumps({"port": sockets[2].getsockname()[1], "address": ctypes.addressof(text)}), flush=True)
sys.stdin.read()
libc.shmctl(segment, 0, None)
for path in (GIVEN["shared"], GIVEN["temporary"], GIVEN["bus"]):
    os.unlink(path)
