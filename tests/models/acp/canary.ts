/** A login that is found nowhere but in the requests to its provider. */
export const CANARY = "sk-ant-oat01-canary-0123456789abcdefghijklmnop";

/**
 * Looks for the canary wherever a command of an agent can read: the storage of the service, homes and what is temporary, its own
 * environment and all processes; what it finds is in `found.txt`. The pattern does not match itself.
 */
export const SEARCH = [
  `LC_ALL=C grep -rlsa sk-ant-oat01[-]canary "$HOME" "$TMPDIR" . /dev/shm /tmp /run /etc --exclude=found.txt`,
  "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | LC_ALL=C grep -aqs sk-ant-oat01[-]canary && echo in a process",
  "env | grep sk-ant-oat01[-]canary",
].map((command) => `{ ${command}; } >> found.txt 2>/dev/null; true`).join("; ");
