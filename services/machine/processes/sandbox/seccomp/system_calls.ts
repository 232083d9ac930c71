/** The system calls that the filter names. */
export type SystemCall =
  | "ioctl"
  | "socket"
  | "socketpair"
  | "ptrace"
  | "syslog"
  | "add_key"
  | "request_key"
  | "keyctl"
  | "perf_event_open"
  | "bpf"
  | "userfaultfd"
  | "io_uring_setup"
  | "io_uring_enter"
  | "io_uring_register";

/** How the kernel numbers the system calls of an architecture. */
export type Architecture = {
  /** `AUDIT_ARCH_…`: what the kernel calls the ABI of a system call. */
  abi: number;
  /** Numbers from here on belong to another ABI that the kernel calls by the same name. */
  foreignFrom: number | null;
  numbers: Readonly<Record<SystemCall, number>>;
};

const IO_URING = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 };

/** The architectures for which there is a filter, as `Deno.build.arch` names them. */
export const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x86_64: {
    abi: 0xc000003e,
    foreignFrom: 0x40000000, // x32
    numbers: {
      ioctl: 16,
      socket: 41,
      socketpair: 53,
      ptrace: 101,
      syslog: 103,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      perf_event_open: 298,
      bpf: 321,
      userfaultfd: 323,
      ...IO_URING,
    },
  },
  aarch64: {
    abi: 0xc00000b7,
    foreignFrom: null,
    numbers: {
      ioctl: 29,
      syslog: 116,
      ptrace: 117,
      socket: 198,
      socketpair: 199,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      perf_event_open: 241,
      bpf: 280,
      userfaultfd: 282,
      ...IO_URING,
    },
  },
};
