"""Another run's process: it listens where only its own network should reach, and has something in its environment."""
import socket, sys

abstract = socket.socket(socket.AF_UNIX)
abstract.bind("\0" + sys.argv[1])
loopback = socket.socket()
loopback.bind(("127.0.0.1", 0))
for each in (abstract, loopback):
    each.listen(64)
print(loopback.getsockname()[1], flush=True)
sys.stdin.read()
