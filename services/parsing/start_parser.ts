import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ParseLimits } from "./limits.ts";

/** The first argument of a compiled service that is to be a parser; the parser's name follows. */
export const PARSER_ARGUMENT = "untrusted-parser";

/** Seconds of CPU time that a parser needs before it has its input. */
const START_SECONDS = 10;

/** Even if this service is gone, the system ends a parser that never finishes. */
const BOUNDED = 'ulimit -c 0; ulimit -t "$0"; exec "$@"';

/** Starts a parser without permissions and without this service's environment; `entry` is the URL of its file. */
export function startParser(entry: string, limits: ParseLimits): Deno.ChildProcess {
  const program = [Deno.execPath(), ...argumentsFor(entry, limits)];
  const seconds = Math.ceil(limits.deadlineMilliseconds / 1000) + START_SECONDS;
  const [first = "", ...rest] = Deno.build.os === "windows"
    ? program
    : ["/bin/sh", "-c", BOUNDED, String(seconds), ...program];
  return new Deno.Command(first, {
    args: rest,
    cwd: dirname(Deno.execPath()),
    clearEnv: true,
    env: environment(entry),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

function argumentsFor(entry: string, { memoryBytes }: ParseLimits): string[] {
  if (Deno.build.standalone) {
    return [PARSER_ARGUMENT, basename(new URL(entry).pathname).replace(/\.\w+$/, "")];
  }
  const heap = Math.max(16, Math.floor(memoryBytes / 1024 / 1024));
  const options = [
    "run",
    "--quiet",
    "--no-prompt",
    "--cached-only",
    `--v8-flags=--max-old-space-size=${heap}`,
  ];
  return [
    ...options,
    ...(isBundled(entry) ? ["--no-config", "--no-lock", "--no-npm"] : []),
    fileURLToPath(entry),
  ];
}

const isBundled = (entry: string): boolean => entry.endsWith(".js");

/** Enough for Deno to find its cache. */
function environment(entry: string): Record<string, string> {
  const cache = Deno.env.get("DENO_DIR") ??
    (isBundled(entry) ? join(dirname(Deno.execPath()), "cache") : undefined);
  const names = ["HOME", "XDG_CACHE_HOME", "SYSTEMROOT", "LOCALAPPDATA"];
  const given = names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
    ...(cache && { DENO_DIR: cache }),
    ...Object.fromEntries(given),
  };
}
