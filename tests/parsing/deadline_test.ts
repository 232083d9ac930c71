import assert from "node:assert/strict";
import { watchDeadline } from "../../services/ground/parsing/deadline.ts";

/** A program that goes on until it is ended; it says so first. */
function start(code: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", `console.log("here"); ${code}`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
}

/** As many threads get processor time on a machine that is busy with dozens of others, too. */
const THREADS = 16;
const SPIN =
  `for (let i = 0; i < ${THREADS}; i++) new Worker("data:text/javascript,while(true);", { type: "module" });`;

Deno.test({
  name:
    "a process that works is over its deadline before one that gets no processor, and that one is too in the end",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const children = {
      idle: start("await Deno.stdin.read(new Uint8Array(1))"),
      busy: start(SPIN),
    };
    const exceeded: string[] = [];
    // Both are there before either is watched: on a busy machine the start of one may take seconds longer.
    await Promise.all(Object.values(children).map(({ stdout }) => stdout.getReader().read()));
    const watched = Object.entries(children).map(async ([name, child]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const unwatch = watchDeadline(child.pid, 300, resolve);
      await promise;
      exceeded.push(name);
      unwatch();
    });
    try {
      await Promise.all(watched);
      assert.deepEqual(exceeded, ["busy", "idle"]);
    } finally {
      for (const child of Object.values(children)) child.kill("SIGKILL");
      await Promise.all(Object.values(children).map(({ status }) => status));
      await Promise.all(Object.values(children).map(({ stdin }) => stdin.abort()));
    }
  },
});
