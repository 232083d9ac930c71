import assert from "node:assert/strict";
import { programFile } from "../programs.ts";

/** A service of its own that makes one request, and is killed at an event or by `kill`. */
export function startDoomed(directory: string, path: string, body: unknown, point: string, key?: string) {
  const program = programFile("tests/planner/decide_process.ts");
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--quiet",
      "--cached-only",
      program,
      directory,
      path,
      JSON.stringify(body),
      point,
      ...(key === undefined ? [] : [key]),
    ],
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const ended = child.status.then(({ signal }) => assert.equal(signal, "SIGKILL"));
  return {
    ended,
    /** Kills it, and resolves when it is gone. */
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
