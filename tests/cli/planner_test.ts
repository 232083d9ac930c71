import assert from "node:assert/strict";
import { calendarFile, event } from "../planner/planner_world.ts";
import { startFixture } from "./fixture.ts";

Deno.test("planner add: the words of the task may be quoted or not; flags override them", async () => {
  await using fixture = await startFixture();
  const add = async (...args: string[]) => {
    const { code, stdout, stderr } = await fixture.main(["planner", "add", ...args, "--json"]);
    assert.equal(code, 0, stderr);
    const { title, priority, tags } = JSON.parse(stdout);
    return { title, priority, tags };
  };
  assert.deepEqual(await add("Buy", "milk", "#home", "!1"), {
    title: "Buy milk",
    priority: 1,
    tags: ["home"],
  });
  assert.deepEqual(await add("Buy milk #home"), { title: "Buy milk", priority: 0, tags: ["home"] });
  assert.deepEqual(await add("Buy milk", "--priority", "2"), { title: "Buy milk", priority: 2, tags: [] });
  const none = await fixture.main(["planner", "add"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /✗ --quick-add is invalid: say what to do, such as: Call Ann tomorrow at 15:00/);
});

Deno.test("planner add: what was understood is shown with a command that keeps the words as text", async () => {
  await using fixture = await startFixture();
  const words = "Call Ann's office 2026-12-01 at 15:00 every day #home !1 30m";
  const { code, stdout } = await fixture.main(["planner", "add", words]);
  assert.equal(code, 0);
  assert.match(stdout, /"2026-12-01 at 15:00": due on Tuesday, 1 December 2026 at 15:00 \(.+\)\n/);
  assert.match(stdout, /"every day": repeats every day\n/);
  const [, command] = /as text: agent-harness (planner update .*)/.exec(stdout)!;
  const parts = command!.match(/'(?:[^']|'\\'')*'|\S+/g)!.map((part) =>
    part.replaceAll("'\\''", "\0").replaceAll("'", "").replaceAll("\0", "'")
  );
  const kept = JSON.parse((await fixture.main([...parts, "--json"])).stdout);
  assert.deepEqual([kept.title, kept.due, kept.rrule, kept.priority, kept.estimateMinutes], [
    words,
    null,
    null,
    0,
    null,
  ]);
  const plain = await fixture.main(["planner", "add", "Install Python 3.12"]);
  assert.match(plain.stdout, /No date or tag was found in the words\./);
});

Deno.test("planner: questions, searches and requests are words, and dates are typed as they are", async () => {
  await using fixture = await startFixture();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await fixture.main(["planner", ...args, "--json"]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  await run("configure", "--time-zone", "Europe/Berlin");
  const event = await run(
    "create-event",
    "--title",
    "Tax advisor",
    "--start",
    "2026-12-20T10:00",
    "--end",
    "2026-12-20T11:00:00+01:00",
  );
  assert.deepEqual([event.start.at, event.end.at], ["2026-12-20T09:00:00.000Z", "2026-12-20T10:00:00.000Z"]);
  const task = await run("add", "Call", "Ann", "--due", "2026-12-20", "--defer-until", '"2026-12-19"');
  assert.deepEqual([task.due, task.deferUntil], [{ date: "2026-12-20" }, "2026-12-19"]);
  const { due } = await run("update", task.id, "--due", '{"at":"2026-12-20T10:00:00Z"}');
  assert.equal(due.at, "2026-12-20T10:00:00.000Z");
  assert.deepEqual((await run("search", "tax", "advisor")).map(({ title }: { title: string }) => title), [
    "Tax advisor",
  ]);
  const asked = ["What", "is", "on", "2026-12-20?"];
  const { answer } = await run("ask", ...asked);
  assert.match(answer, /^"Tax advisor" is on 2026-12-20 from 10:00 to 11:00/);
  assert.equal(
    (await run("ask", "anything?", "--from", "2026-12-20", "--to", "2026-12-20")).interpreted.from,
    "2026-12-19T23:00:00.000Z",
  );
  const plan = await run("plan", "move", "tax", "advisor", "to", "2026-12-21", "at", "9:00");
  assert.equal(plan.plan.after[0].start, "2026-12-21T09:00:00");
  const none = await fixture.main(["planner", "search"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /--query is invalid: say what to search for/);
  const wrong = await fixture.main(["planner", "create-event", "--title", "x", "--start", "tomorrow"]);
  assert.match(wrong.stderr, /--start is invalid: expected a date such as 2026-03-02, or a time such as/);
});

Deno.test("planner ask-stream: sentences are printed with their sources as they arrive", async () => {
  await using fixture = await startFixture();
  const main = (...args: string[]) => fixture.main(["planner", ...args]);
  const made = await main(
    "create-event",
    "--title",
    "Tax advisor",
    "--start",
    "2026-12-20T10:00:00Z",
    "--duration-minutes",
    "30",
  );
  assert.equal(made.code, 0, made.stderr);
  const { code, stdout, stderr } = await main("ask-stream", "What is on 2026-12-20?");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^"Tax advisor" is on 2026-12-20 from .* \[1\]\n {2}\[1\] local: Tax advisor\n$/);
  const json = await main("ask-stream", "What is on 2026-12-20?", "--json");
  const events = json.stdout.trim().split("\n").map((line) => JSON.parse(line).event);
  assert.deepEqual(events, ["ask.started", "ask.retrieved", "ask.sentence", "ask.completed"]);
  const refused = await main("ask-stream", "Delete everything tomorrow");
  assert.match(refused.stdout, /A question cannot change anything/);
});

Deno.test("planner conflicts: where one response does not show all, the command says how many there are", async () => {
  await using fixture = await startFixture();
  const day = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10);
  const path = calendarFile(
    Array.from(
      { length: 4 },
      (_, i) => event({ uid: `${i}`, start: `${day.replaceAll("-", "")}T0900${i}0Z` }),
    ),
  );
  const sources = JSON.stringify([{ id: "home", kind: "ics_file", path }]);
  await fixture.main(["planner", "configure", "--sources", sources, "--working-hours", "{}"]);
  await fixture.main(["planner", "refresh"]);
  const listed = (...args: string[]) =>
    fixture.main(["planner", "conflicts", "--kinds", "double_booked", ...args]);
  const { code, stderr } = await listed("--limit", "2", "--offset", "1");
  assert.deepEqual([code, stderr.trim()], [0, "2 to 3 of 6 are shown. Go on with --offset 3."]);
  assert.equal((await listed()).stderr, "");
});
