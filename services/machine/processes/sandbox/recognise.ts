import { isWithin } from "../../../ground/kernel/is_within.ts";
import type { ComposedSandbox, SandboxPolicy } from "./policy.ts";
import { REFUSALS } from "./seccomp/refusals.ts";
import { SYSTEM_PATHS } from "./system_paths.ts";
import { entriesOf } from "../../../../store/shared/records.ts";

/** A path before a message, and one in quotes after it. Bounded, because a command chooses what it prints. */
const BEFORE = String.raw`(?<![^\s"'‘(:])(/[^\s:"'’]{1,4000})["'’]?: `;
const AFTER = String.raw`[^\n]{0,200}?["'](/[^\s"']{1,4000})["']`;

/** What programs print about a path that cannot be written, or is missing. */
const UNWRITABLE = new RegExp(
  `${BEFORE}Read-only file system|(?:EROFS|[Rr]ead-only file system)${AFTER}`,
  "g",
);
const MISSING = new RegExp(
  `${BEFORE}No such file or directory|(?:ENOENT|No such file or directory)${AFTER}`,
  "g",
);

/** What programs print about a refused system call, by its group. */
const CALLS: Readonly<Partial<Record<keyof typeof REFUSALS, RegExp>>> = {
  sockets: /EAFNOSUPPORT|Address family not supported by protocol/,
  keyrings: /\b(?:keyctl|add_key|request_key)\w*\b.{0,200}(?:ENOSYS|Function not implemented)/,
  io_uring: /\bio_uring\w*\b.{0,200}(?:ENOSYS|Function not implemented)/,
  bpf: /\bbpf\b.{0,200}(?:EPERM|Operation not permitted)/,
  perf_event_open: /\bperf_event_open\b.{0,200}(?:EPERM|Operation not permitted)/,
  userfaultfd: /\buserfaultfd\b.{0,200}(?:EPERM|Operation not permitted)/,
  syslog: /read kernel buffer failed: Operation not permitted/,
};

/** The end of an output is where a program says why it failed. */
const READ_CHARACTERS = 20_000;

/**
 * Returns in sentences what the sandbox refused, as far as the output of a failed command says so, and what would allow it. It looks at
 * the text and the policy alone: whether a hidden path exists would tell a command what it may not know.
 */
export function refusedBySandbox(
  output: string,
  { policy, filter }: Omit<ComposedSandbox, "program">,
): string[] {
  const end = output.slice(-READ_CHARACTERS);
  const written = pathsIn(end, UNWRITABLE).filter((path) => !isWritable(policy, path));
  const read = pathsIn(end, MISSING).filter((path) => !isVisible(policy, path));
  const calls = filter === null ? [] : entriesOf(CALLS).filter(([, sign]) => sign.test(end));
  return [
    ...written.slice(0, 1).map((path) =>
      `The sandbox does not let commands write ${path}. To change that, name its directory in "writable" in sandbox.json.`
    ),
    ...read.slice(0, 1).map((path) =>
      `The sandbox does not show ${path} to commands, even if it exists. To change that, name it in "readable" in sandbox.json.`
    ),
    ...calls.slice(0, 1).map(([id]) =>
      `The sandbox refuses these system calls: ${
        REFUSALS[id].calls.join(", ")
      }. To change that, set "systemCalls": { "${id}": true } in sandbox.json.`
    ),
  ];
}

function pathsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first, last]) => first ?? last!);
}

/** Directories of the sandbox's own. */
const OWN = ["/tmp", "/var/tmp", "/dev", "/proc", "/run"];

const isWritable = ({ writable, homeAt }: SandboxPolicy, path: string): boolean =>
  [...writable, homeAt, ...OWN].some((each) => isWithin(path, each));

/** In its home directory a command sees its own files, so a missing one there may be the user's. */
const isVisible = ({ directory, writable, readable, alsoAt }: SandboxPolicy, path: string): boolean =>
  [directory, ...writable, ...readable, ...SYSTEM_PATHS, ...OWN, ...alsoAt ? [alsoAt.path] : []].some((
    each,
  ) => isWithin(path, each)) || path.split("/").length < 3;
