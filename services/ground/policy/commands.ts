import type { BlockedClass } from "./classes.ts";
import { holdsFor, PROGRAM_RULES } from "./program_rules.ts";
import { shellWords, type SimpleCommand } from "./shell_words.ts";
import { programsOf } from "./unwrap.ts";

/** A part of a command that belongs to a blocked class. */
type BlockedProgram = { id: BlockedClass["id"]; program: string };

/** Nested texts are read to this depth. */
const DEEPEST = 8;

/** Devices that anyone may write to. */
const PLAIN_DEVICE =
  /^\/dev\/(?:null|stdout|stderr|stdin|tty|zero|full|random|urandom|fd\/\d+|shm\/.*|tcp\/.*|udp\/.*)$/;

/**
 * Returns the first part of a shell command that belongs to a blocked class, or null. It checks every simple command, the
 * commands that wrappers (`sudo`, `env`, `xargs`, `timeout` …) run, and the content of `$(…)`, `sh -c` and here-documents for
 * shells.
 */
export function blockedByCommand(command: string, depth = 0): BlockedProgram | null {
  if (depth > DEEPEST) return null;
  const { commands, substitutions } = shellWords(command);
  for (const simple of commands) {
    const found = blockedSimple(simple, depth);
    if (found) return found;
  }
  for (const inner of substitutions) {
    const found = blockedByCommand(inner, depth + 1);
    if (found) return found;
  }
  return null;
}

function blockedSimple({ words, writesTo, input }: SimpleCommand, depth: number): BlockedProgram | null {
  const device = writesTo.find((path) => path.startsWith("/dev/") && !PLAIN_DEVICE.test(path));
  if (device !== undefined) return { id: "device-control", program: `> ${device}` };
  for (const program of programsOf(words)) {
    const rule = PROGRAM_RULES.find((rule) => holdsFor(rule, program));
    if (rule) return { id: rule.id, program: [program.name, ...program.args].join(" ") };
    const inner = program.shellText ?? (isShell(program.name) ? input : null);
    const found = inner === null ? null : blockedByCommand(inner, depth + 1);
    if (found) return found;
  }
  return null;
}

function isShell(name: string): boolean {
  return /^(?:ba|da|z|k|a|fi)?sh$/.test(name);
}
