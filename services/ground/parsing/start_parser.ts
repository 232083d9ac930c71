import { basename, dirname } from "node:path";
import { argumentsFor, environmentFor } from "../kernel/separate_process.ts";
import type { ParseLimits } from "./limits.ts";

/** The first argument of a compiled service that is to be a parser; the parser's name follows. */
export const PARSER_ARGUMENT = "untrusted-parser";

/** Seconds of CPU time that a parser needs before it has its input. */
const START_SECONDS = 10;

/** Even if this service is gone, the system ends a parser that never finishes. */
const BOUNDED = 'ulimit -c 0; ulimit -t "$0"; exec "$@"';

/** Starts a parser without permissions and without this service's environment; `entry` is the URL of its file. */
export function startParser(entry: string, limits: ParseLimits): Deno.ChildProcess {
  const heap = Math.max(16, Math.floor(limits.memoryBytes / 1024 / 1024));
  const program = [
    Deno.execPath(),
    ...argumentsFor(entry, {
      flags: [`--v8-flags=--max-old-space-size=${heap}`],
      becoming: [PARSER_ARGUMENT, basename(new URL(entry).pathname).replace(/\.\w+$/, "")],
    }),
  ];
  const seconds = Math.ceil(limits.deadlineMilliseconds / 1000) + START_SECONDS;
  const [first = "", ...rest] = Deno.build.os === "windows"
    ? program
    : ["/bin/sh", "-c", BOUNDED, String(seconds), ...program];
  return new Deno.Command(first, {
    args: rest,
    cwd: dirname(Deno.execPath()),
    clearEnv: true,
    env: environmentFor(entry),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
