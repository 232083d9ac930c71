/** Whom the machine gives something outside of every sandbox. The control of the probe shows it, except where machines differ. */
type Outside = "everybody" | "root" | "depends on the machine";

/** What a program may reach for, and what a sandbox makes of it. */
export type Reach = {
  what: string;
  outside: Outside;
  /** Whether a program in a sandbox gets it. */
  inside: "no" | "yes" | "unless the service runs as root";
  /** What keeps it away, or why it is left open. */
  because: string;
};

const kept = (what: string, outside: Outside, because: string): Reach => ({
  what,
  outside,
  inside: "no",
  because,
});

const FILTER = "the filter of system calls";

/** Everything that `probe.py` reaches for, by the name that it prints. Whatever is better or worse than said here fails a test. */
export const REACHES: Readonly<Record<string, Reach>> = {
  home: kept("keys, tokens and settings in your home", "everybody", "another home"),
  storage: kept("the storage directory, with its keys and tokens", "everybody", "not mounted"),
  onPath: kept("projects whose `bin` is on the `PATH`", "everybody", "only the `bin` is mounted"),
  sibling: kept("files beside the repository, and those that git does not know", "everybody", "not mounted"),
  temporary: kept("files in the machine's `/tmp`", "everybody", "another `/tmp`"),
  runtime: kept("`/run`: sockets of D-Bus, Docker, systemd", "everybody", "another `/run`"),
  passwords: kept("`/etc/shadow`", "root", "not mounted"),
  writesHome: kept("to write in your home", "everybody", "another home"),
  writesSystem: kept("to write in `/usr`", "root", "mounted read-only"),
  writesKernel: kept("to write settings of the kernel in `/proc`", "root", "mounted read-only"),
  byHandle: kept("files by a handle instead of a path", "root", "no capabilities"),
  descriptors: kept(
    "files through a directory that the service was started with",
    "everybody",
    "descriptors are closed",
  ),
  setuid: kept("the rights of a program with the setuid bit", "everybody", "no new privileges"),
  variables: kept("variables of the service", "everybody", "a list of those that are passed on"),
  processes: kept("variables and names of other processes", "everybody", "processes of its own"),
  signals: kept("to signal other processes", "everybody", "processes of its own"),
  roots: kept("files through another process", "everybody", "processes of its own"),
  memory: kept("to trace other processes, or to read their memory", "everybody", "processes of its own"),
  seizes: kept("to stop the first process of its sandbox", "depends on the machine", FILTER),
  sharedMemory: kept("memory in `/dev/shm`", "everybody", "another `/dev`"),
  systemV: kept("shared memory and queues of System V", "everybody", "keys of its own"),
  abstract: kept("abstract unix sockets", "everybody", "a network of its own"),
  bus: kept("sockets of D-Bus or ssh-agent, by their path", "everybody", "not mounted"),
  loopback: kept("ports of this machine's loopback", "everybody", "a network of its own"),
  route: kept("other machines, without the proxy", "depends on the machine", "a network of its own"),
  interfaces: kept(
    "names of the machine's network interfaces",
    "depends on the machine",
    "a network of its own",
  ),
  raw: kept("raw sockets", "root", "no capabilities"),
  packet: kept("packet sockets", "root", "no capabilities, and the filter"),
  vsock: kept("vsock, which leads to the host of a virtual machine", "everybody", FILTER),
  otherFamilies: kept("each other family of sockets", "depends on the machine", FILTER),
  findsKey: kept("kernel keyrings of your login, such as of Kerberos", "everybody", FILTER),
  addsKey: kept("to leave something in a keyring for another command", "everybody", FILTER),
  listsKeys: kept("`/proc/keys`, which names keys", "everybody", "an empty file"),
  userNamespace: {
    what: "new user namespaces, as browsers and test suites make for their own sandboxes",
    outside: "depends on the machine",
    inside: "unless the service runs as root",
    because: 'the filter holds in them, too; `"userNamespaces": false` refuses them',
  },
  enters: kept("to enter namespaces of other processes", "root", "processes of its own"),
  mounts: kept("to mount a file system", "root", "no capabilities"),
  uncovers: kept(
    "to take away what hides or protects something",
    "depends on the machine",
    "mounts are locked",
  ),
  changesGroups: kept("control groups, and with them its own limits", "root", "not mounted; files of root"),
  devices: kept("devices: disks, `/dev/kmsg`, `/dev/kvm`, `/dev/fuse` …", "root", "another `/dev`"),
  makesDevice: kept("to make a device", "root", "no capabilities"),
  kernelMemory: kept("the memory of the kernel and of the machine", "root", "empty files, no capabilities"),
  activity: kept("the activity of the machine, down to the rhythm of keys", "everybody", "an empty file"),
  terminal: kept("the terminal of the service", "everybody", "a session of its own"),
  types: kept("to type into a terminal (`TIOCSTI`)", "depends on the machine", FILTER),
  clock: kept("to set the clock", "root", "no capabilities"),
  administers: kept("to restart the machine, to name it, to swap", "root", "no capabilities"),
  priority: kept("a higher priority", "root", "no capabilities"),
  uring: kept("io_uring", "everybody", FILTER),
  perf: kept("`perf_event_open`", "depends on the machine", FILTER),
  bpf: kept("`bpf`", "depends on the machine", FILTER),
  uffd: kept("`userfaultfd`", "everybody", FILTER),
  syslog: kept("the kernel's log", "depends on the machine", FILTER),
  i386: kept("system calls of 32-bit programs", "depends on the machine", FILTER),
  locks: {
    what: "locks on files of the system, by which two commands may signal each other",
    outside: "everybody",
    inside: "yes",
    because: "programs and libraries are the machine's own",
  },
  facts: {
    what: "names of users, memory, processors, the kernel's version",
    outside: "everybody",
    inside: "yes",
    because: "programs need them",
  },
};

/** The names that the probe prints in a sandbox of a service of that user. */
export const reachedInside = (uid: number): string[] =>
  Object.keys(REACHES).filter((name) => {
    const { inside } = REACHES[name]!;
    return inside === "yes" || inside === "unless the service runs as root" && uid !== 0;
  });

/** Returns the table of everything that a program may reach for. */
export function reachTable(): string {
  return [
    "| reached for | outside of a sandbox, by | in every sandbox | because of |",
    "|---|---|---|---|",
    ...Object.values(REACHES).map(({ what, outside, inside, because }) =>
      `| ${what} | ${outside} | ${inside === "no" ? "no" : `**${inside}**`} | ${because} |`
    ),
  ].join("\n");
}
