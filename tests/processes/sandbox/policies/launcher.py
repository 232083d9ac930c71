"""Gives the service what a login may leave to it, and becomes what its arguments name: a key in a session keyring, as Kerberos
puts it there, open descriptors of the home, a terminal, and variables."""
import ctypes, fcntl, os, platform, pty, signal, struct, sys, termios

ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[platform.machine()]
libc = ctypes.CDLL(None)
JOIN_SESSION_KEYRING = ctypes.c_long(1)
libc.syscall(ctypes.c_long(KEYCTL), JOIN_SESSION_KEYRING, None)
libc.syscall(ctypes.c_long(ADD_KEY), b"user", b"agent-harness-canary", b"canary", ctypes.c_long(6), ctypes.c_long(-3))

home = os.open(sys.argv[1], os.O_RDONLY)
for number in (7, 77):
    os.dup2(home, number)

leader, terminal = pty.openpty()
os.setsid()
if os.fork() == 0:
    # Holds the terminal for as long as the service lives.
    libc.prctl(1, 9, 0, 0, 0)
    for number in (0, 1, 2):
        os.close(number)
    signal.pause()
os.close(leader)
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
os.execvp(sys.argv[2], sys.argv[2:])
