import { succeeds } from "../../surroundings.ts";

/** The system calls that change a file or a name, make one durable, or decide what a later call refers to. */
const TRACED = [
  "open,openat,openat2,creat,dup,dup2,dup3,fcntl,lseek,chdir,fchdir,umask,clone,clone3,fork,vfork",
  "write,pwrite64,writev,pwritev,pwritev2,truncate,ftruncate,fallocate,copy_file_range,sendfile,ioctl",
  "mkdir,mkdirat,rmdir,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink,symlinkat",
  "chmod,fchmod,fchmodat,fsync,fdatasync,sync,syncfs,sync_file_range,msync",
].join(",");

/** Longer data than any single call writes: nothing of it may be left out. */
const MAX_STRING_BYTES = 1 << 26;

/** Returns a `wrap` that records a service, with all its children, into a file. */
export function strace(output: string): string[] {
  const what = ["-f", "-y", "-z", "-ttt", "--pidns-translation", "-s", String(MAX_STRING_BYTES)];
  const only = ["--seccomp-bpf", "-e", "signal=none", "-e", `trace=${TRACED}`];
  return ["strace", "--quiet=attach,personality", ...what, ...only, "-o", output];
}

/** Reports whether this machine lets a program be traced. */
export const canTrace = (): Promise<boolean> => succeeds(...strace("/dev/null") as [string], "true");

/** Returns the process that strace itself started. */
export function tracedProcess(pid: number): number {
  return Number(Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).trim().split(" ")[0]);
}
