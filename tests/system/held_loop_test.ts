import assert from "node:assert/strict";
import { recordHolds } from "../../compose.ts";
import { working } from "../../services/ground/kernel/loop_watch.ts";
import { threadMilliseconds } from "../../services/ground/kernel/thread_time.ts";
import { startFixture } from "../cli/fixture.ts";
import { AGENT, harness } from "../harness.ts";

/** Works in one turn for that long, by the clock of the thread, and ends in the next. */
async function hold(name: string, milliseconds: number): Promise<void> {
  {
    using _work = working(name);
    const until = threadMilliseconds() + milliseconds;
    while (threadMilliseconds() < until);
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("GET /control-plane/status says when the event loop was held, for how long and how often, and nothing before", async () => {
  let now = new Date("2026-11-23T09:15:00.000Z");
  await using h = await harness({ now: () => now });
  const unresponsive = async () => (await h.operator("GET /control-plane/status")).unresponsive;
  const held = async (name: string, milliseconds: number) => {
    using _watch = recordHolds(h.service); // ends before the requests below, whose own work does not count
    await hold(name, milliseconds);
  };
  assert.equal(await unresponsive(), null);
  await held("a job", 300);
  const once = (await unresponsive())!;
  const { lastMilliseconds } = once;
  assert.ok(lastMilliseconds >= 300, String(lastMilliseconds));
  assert.deepEqual(once, {
    times: 1,
    longestMilliseconds: lastMilliseconds,
    lastAt: "2026-11-23T09:15:00.000Z",
    lastMilliseconds,
    lastDuring: ["a job"],
    detail:
      `At 2026-11-23T09:15:00.000Z, the service answered nobody for ${lastMilliseconds} ms of its own work, ` +
      "during a job (the only time since its start).",
  });
  await held("a long job", 900);
  const { longestMilliseconds } = (await unresponsive())!;
  assert.ok(longestMilliseconds >= 900, String(longestMilliseconds));
  now = new Date("2026-11-23T09:16:00.000Z");
  await held("a short job", 300);
  const last = (await unresponsive())!;
  assert.deepEqual([last.times, last.lastAt, last.lastDuring], [
    3,
    "2026-11-23T09:16:00.000Z",
    ["a short job"],
  ]);
  assert.equal(last.longestMilliseconds, longestMilliseconds);
  assert.ok(last.lastMilliseconds < longestMilliseconds, String(last.lastMilliseconds));
  assert.match(last.detail, new RegExp(`one of 3 times since its start, at most ${longestMilliseconds} ms`));
  const seen = await h.json("GET", "/control-plane/status", undefined, AGENT);
  assert.deepEqual(seen.body.unresponsive, last);
});

Deno.test("doctor: says that the service was held up, and where to read more", async () => {
  await using fixture = await startFixture();
  const findings = async () => {
    const { stdout } = await fixture.main(["doctor", "--json"]);
    return (JSON.parse(stdout).findings as { name: string; status: string; detail: string; fix?: string }[])
      .filter(({ name }) => name === "responsiveness");
  };
  await hold("a long job", 600);
  let detail: string | undefined;
  while (detail === undefined) {
    detail = (await fixture.connection.call("GET /control-plane/status")).unresponsive?.detail;
  }
  const [finding] = await findings();
  assert.deepEqual([finding?.status, finding?.fix], ["warning", "agent-harness logs --stream stderr"]);
  assert.match(finding!.detail, /^At .*, the service answered nobody for \d+ ms of its own work, during /);
});
