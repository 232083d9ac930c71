import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const MINUTE = 60_000;

/** Returns the delays of all timers that are set while something is done. */
async function delaysOf(work: () => Promise<void>): Promise<number[]> {
  const { setTimeout: real } = globalThis;
  const delays: number[] = [];
  globalThis.setTimeout = ((...[run, delay = 0, ...rest]: Parameters<typeof real>) => {
    delays.push(delay);
    return real(run, delay, ...rest);
  }) as typeof real;
  try {
    await work();
  } finally {
    globalThis.setTimeout = real;
  }
  return delays;
}

Deno.test("a command may take as long as its node, also longer than half an hour", async () => {
  await using world = await RunWorld.open();
  const source = (more: string) =>
    `name: Long\nnodes:\n  - { id: do, kind: command, ${more}with: { command: echo x } }\n`;
  const timers = (more: string) =>
    delaysOf(async () => {
      const run = await world.toEnd(source(more));
      assert.equal(run.status, "completed", run.statusDetail);
    });
  assert.ok((await timers("")).includes(30 * MINUTE));
  const long = await timers("timeout: PT2H, ");
  assert.deepEqual([long.includes(30 * MINUTE), long.includes(120 * MINUTE)], [false, true]);
});
