import type { SystemCall } from "./system_calls.ts";
import { keysOf } from "../../../../../store/shared/records.ts";

/** Error numbers, the same on all architectures of the filter. */
export const ERRNO = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

/** A group of system calls that is refused, unless `sandbox.json` allows it. */
export type RefusedCalls = {
  calls: readonly SystemCall[];
  /** What the call answers: an error that programs and libraries take as "not on this machine". */
  errno: keyof typeof ERRNO;
  /** Limits the refusal to some values of an argument; only its low 32 bits count, as for the kernel. */
  argument?: { index: number; is: readonly number[] } | { index: number; isNot: readonly number[] };
  /** What it would reach. */
  why: string;
};

/** `AF_UNIX`, `AF_INET`, `AF_INET6`, `AF_NETLINK`: all of them end at the sandbox's own network. */
const OWN_FAMILIES = [1, 2, 10, 16];

/** `TIOCSTI` and `TIOCLINUX`. */
const TERMINAL_INPUT = [0x5412, 0x541c];

/**
 * System calls that reach what the namespaces of a sandbox do not separate. `clone`, `clone3` and `unshare` are allowed,
 * also for new user namespaces: the sandboxes of browsers and test suites need them, and this filter applies inside of
 * these, too.
 */
export const REFUSALS = {
  keyrings: {
    calls: ["add_key", "request_key", "keyctl"],
    errno: "ENOSYS",
    why: "the kernel's keyrings are those of the user who runs the service, and of all sandboxes",
  },
  sockets: {
    calls: ["socket", "socketpair"],
    errno: "EAFNOSUPPORT",
    argument: { index: 0, isNot: OWN_FAMILIES },
    why: "other families, such as vsock and Bluetooth, are not separated by a network namespace",
  },
  io_uring: {
    calls: ["io_uring_setup", "io_uring_enter", "io_uring_register"],
    errno: "ENOSYS",
    why: "it makes system calls that no filter sees",
  },
  bpf: { calls: ["bpf"], errno: "EPERM", why: "it runs programs in the kernel" },
  perf_event_open: { calls: ["perf_event_open"], errno: "EPERM", why: "it measures the whole machine" },
  userfaultfd: { calls: ["userfaultfd"], errno: "EPERM", why: "it holds the kernel in the middle of a copy" },
  syslog: { calls: ["syslog"], errno: "EPERM", why: "the kernel's log is that of the machine" },
  terminal_input: {
    calls: ["ioctl"],
    errno: "EPERM",
    argument: { index: 1, is: TERMINAL_INPUT },
    why: "it types into a terminal",
  },
  first_process: {
    calls: ["ptrace"],
    errno: "EPERM",
    argument: { index: 1, is: [1] },
    why: "stopped, the first process of a sandbox would outlive its command",
  },
} as const satisfies Record<string, RefusedCalls>;

/**
 * What `sandbox.json` can allow: one of the groups, or programs of another ABI, whose system calls are not checked against
 * them.
 */
export const EXCEPTIONS = [...keysOf(REFUSALS), "foreign_abi"] as const;
/** One of them. */
export type Exception = typeof EXCEPTIONS[number];
