"""Gives the service a session keyring with a key, as a login with Kerberos does, and becomes what its arguments name."""
import ctypes, os, platform, sys

ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[platform.machine()]
libc = ctypes.CDLL(None)
JOIN_SESSION_KEYRING = ctypes.c_long(1)
libc.syscall(ctypes.c_long(KEYCTL), JOIN_SESSION_KEYRING, None)
libc.syscall(ctypes.c_long(ADD_KEY), b"user", b"agent-harness-canary", b"canary", ctypes.c_long(6), ctypes.c_long(-3))
os.execvp(sys.argv[1], sys.argv[1:])
