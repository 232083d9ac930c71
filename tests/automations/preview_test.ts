import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { configure } from "../models/workers/scenario.ts";
import { configure as writeSettings } from "../models/providers/catalog_server.ts";
import { temporaryDirectory } from "../temporary.ts";
import { atThree, automate, DAY, onClocks, pass } from "./scenario.ts";

const preview = (h: Harness, id: string, query: Record<string, unknown> = {}) =>
  h.operator("GET /automations/:id/preview", { params: { id }, query: query as never });

Deno.test("a preview writes nothing, whatever it is asked for and whatever is due", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root);
  clocks.pass(DAY);
  const head = h.store.head;
  for (const query of [{}, { count: 1000 }, { from: "2020-01-01T00:00:00Z", to: "2020-02-01T00:00:00Z" }]) {
    await preview(h, id, query);
  }
  assert.equal(h.store.head, head);
  await pass(h, clocks, 0);
  assert.ok(h.store.head > head, "the control: the moments were due");
});

Deno.test("others are answered while the many moments of a month are counted", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const trigger = { kind: "schedule", cron: "* * * * *", timezone: "Europe/Berlin" };
  const { id } = await automate(h, repository.root, { trigger });
  await preview(h, id); // loads what later ones share
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { perMonth } = await preview(h, id);
  clearImmediate(next);
  assert.deepEqual([perMonth.fires, perMonth.atLeast], [10_000, true]);
  assert.ok(turns >= 3, `${turns} turns`);
});

Deno.test("it tells the moments of any window, past ones too, by the clocks of the zone, and marks the odd days", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "Europe/Berlin" },
  });
  const spring = await preview(h, id, { from: "2024-03-30T00:00:00Z", to: "2024-04-01T12:00:00Z" });
  assert.deepEqual(spring.nextFires.map(({ at, local, words, note }) => [at, local, words, note]), [
    [
      "2024-03-30T01:30:00.000Z",
      "2024-03-30T02:30:00+01:00[Europe/Berlin]",
      "Saturday, 30 March 2024 at 02:30",
      undefined,
    ],
    [
      "2024-03-31T01:00:00.000Z",
      "2024-03-31T03:00:00+02:00[Europe/Berlin]",
      "Sunday, 31 March 2024 at 03:00",
      "At 02:00 the clocks go forward by 60 minutes. This is the first minute after the gap.",
    ],
    [
      "2024-04-01T00:30:00.000Z",
      "2024-04-01T02:30:00+02:00[Europe/Berlin]",
      "Monday, 1 April 2024 at 02:30",
      undefined,
    ],
  ]);
  assert.equal(spring.more, false);
  const autumn = await preview(h, id, { from: "2024-10-27T00:00:00Z", count: 1 });
  assert.equal(autumn.nextFires[0]!.note, "At 03:00 the clocks go back by 60 minutes.");
  assert.equal(autumn.more, true);
  for (
    const query of [
      "to=2024-01-01T00:00:00Z&from=2024-02-01T00:00:00Z",
      "from=2024-01-01T00:00:00.001Z&to=2024-01-01T00:00:00Z",
      "to=2026-01-02T03:00:05Z",
      "from=2024-01-01T00:00:00Z&to=2025-03-01T00:00:00Z",
      "from=2024-01-01T00:00:00Z&to=2025-02-04T00:00:00.001Z",
      "count=1001",
    ]
  ) {
    assert.equal((await h.json("GET", `/automations/${id}/preview?${query}`)).status, 400, query);
  }
  const moment = "2024-01-01T01:30:00.000Z";
  const only = await preview(h, id, { from: moment, to: moment });
  assert.deepEqual(only.nextFires.map(({ at }) => at), [moment], "a window has its start and its end");
  const longest = await preview(h, id, {
    from: "2024-01-01T00:00:00Z",
    to: "2025-02-04T00:00:00Z",
    count: 1,
  });
  assert.equal(longest.more, true);
});

Deno.test("it says what would happen now, and which moments would be skipped and why", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await automate(h, repository.root);
  const free = await preview(h, id);
  assert.deepEqual([free.outcomeNow, free.blockers], ["fired", []]);
  assert.equal(free.wouldQueue?.onFailure, "fail", "nobody may be there to help");
  await pass(h, clocks, 10 * 60_000);
  const busy = await preview(h, id);
  assert.deepEqual([busy.outcomeNow, busy.wouldQueue], ["skipped_overlap", null]);
  assert.match(busy.blockers[0]!, /has not ended: it is queued/);
  await h.operator("POST /automations/:id/pause", { params: { id } });
  const paused = await preview(h, id, { count: 2 });
  assert.equal(paused.outcomeNow, "skipped_paused");
  assert.ok(paused.nextFires.every(({ skippedBecause }) => skippedBecause === "The automation is paused."));
});

Deno.test("it says what one run may touch, and an estimate for a month", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const action = { kind: "run", request: 'create a.txt with "x"', repoPath: repository.root };
  const daily = { kind: "schedule", cron: "0 9 * * *" };
  const recipe = await automate(h, repository.root, {
    trigger: daily,
    action: { ...action, worker: { provider: "builtin" }, verifier: { command: "test -f a.txt" } },
  });
  const known = await preview(h, recipe.id);
  assert.deepEqual(known.blastRadius!.commands, {
    items: ["test -f a.txt"],
    basis: "declared",
    from: ["request"],
  });
  assert.equal(known.blastRadius!.hosts.basis, "declared");
  assert.deepEqual(known.perMonth, {
    fires: 30,
    atLeast: false,
    executions: 30,
    costUsd: { low: 0, high: 0 },
    unknownCosts: [],
    maxCostUsd: 0,
    boundedBy: "its own cost limit",
  });
  const routed = await automate(h, repository.root, { trigger: daily, action });
  const open = await preview(h, routed.id);
  assert.deepEqual([open.blastRadius!.hosts.basis, open.blastRadius!.models.items], ["unbounded", [
    "routing",
  ]]);
  assert.equal(open.perMonth.maxCostUsd, null, "nothing bounds what a routed model costs");
  const often = await automate(h, repository.root, { trigger: { kind: "schedule", every: "PT10S" } });
  assert.deepEqual(
    (({ fires, atLeast }) => [fires, atLeast])((await preview(h, often.id)).perMonth),
    [10_000, true],
  );
  const manual = await automate(h, repository.root, { trigger: { kind: "manual" } });
  assert.equal((await preview(h, manual.id)).perMonth.fires, null);
});

Deno.test("a month of a workflow is expected to cost what its prompts do, and at most what its limits or the budgets allow", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  const directory = temporaryDirectory();
  const [bought, unpriced] = [{ id: "bought", inputCostPerMillion: 1, outputCostPerMillion: 2 }, {
    id: "unpriced",
  }];
  const provider = { id: "far", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" };
  configure(directory, [{ ...provider, models: [bought, unpriced] }]);
  await using h = await Harness.open(
    { now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause },
    directory,
  );
  const source = (model: string, limit = "") =>
    `name: Twice
defaults: { worker: { provider: far, model: ${model} } }
${limit}nodes:
  - id: first
    kind: prompt
    with: { content: Look at it. }
  - id: more
    kind: loop
    dependsOn: [first]
    with:
      max: 4
      until: iteration.number == 4
      nodes:
        - id: again
          kind: prompt
          with: { content: Look at it. }
`;
  const month = async (text: string) => {
    const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: text } });
    const { id } = await automate(h, repository.root, {
      trigger: { kind: "schedule", cron: "0 9 * * *" },
      action: { kind: "workflow", workflowId, repoPath: repository.root },
    });
    return (await preview(h, id)).perMonth;
  };
  const open = await month(source("bought"));
  const low = open.costUsd!.low;
  assert.ok(low > 0 && open.costUsd!.high > 4 * low, JSON.stringify(open));
  assert.deepEqual([open.unknownCosts, open.maxCostUsd, open.boundedBy], [[], null, null]);
  const limited = await month(source("bought", "maxCostUsd: 0.5\n"));
  assert.deepEqual([limited.maxCostUsd, limited.boundedBy], [15, "its own cost limit"]);
  const unknown = await month(source("unpriced"));
  assert.deepEqual([unknown.costUsd, unknown.unknownCosts], [null, ["first", "more.again"]]);
  writeSettings(h, {
    providers: [{ ...provider, models: [bought, unpriced] }],
    budgets: { perDayUsd: 0.1, perRunUsd: 9 },
  });
  const held = await month(source("bought", "maxCostUsd: 0.5\n").replace("Twice", "Held"));
  assert.deepEqual([held.maxCostUsd, held.boundedBy], [3.1, "the daily budget"]);
});

Deno.test("its calendar has the next 30 days of the zone, with the odd ones marked, as far as moments are counted", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  clocks.wall = Date.parse("2026-03-10T23:30:00Z"); // the 11th in Berlin
  await using h = await onClocks(clocks);
  const calendarOf = async (trigger: Record<string, unknown>) =>
    (await preview(h, (await automate(h, repository.root, { trigger: { kind: "schedule", ...trigger } })).id))
      .calendar;
  const weekly = await calendarOf({ cron: "0 9,17 * * MON", timezone: "Europe/Berlin" });
  assert.deepEqual([weekly.length, weekly[0]!.id, weekly.at(-1)!.id], [31, "2026-03-11", "2026-04-10"]);
  assert.deepEqual(
    weekly.filter(({ fires }) => fires !== 0).map(({ id, fires, first }) => [id, fires, first]),
    ["2026-03-16", "2026-03-23", "2026-03-30", "2026-04-06"].map((day) => [day, 2, "09:00"]),
  );
  assert.deepEqual(weekly.filter(({ note }) => note).map(({ id, note }) => [id, note]), [
    ["2026-03-29", "At 02:00 the clocks go forward by 60 minutes."],
  ]);
  const often = await calendarOf({ every: "PT10S" });
  assert.deepEqual(often.slice(0, 3).map(({ fires }) => fires), [179, 8640, 1181]);
  assert.ok(often.slice(3).every(({ fires, first }) => fires === null && first === null));
  assert.deepEqual(
    await calendarOf({ at: "2027-01-01T00:00:00Z" }).then((days) => days.every(({ fires }) => fires === 0)),
    true,
  );
});

Deno.test("its calendar has the days of the window that was asked for, also of a past one, as its moments do", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await automate(h, repository.root, {
    trigger: { kind: "schedule", cron: "30 1,23 * * *", timezone: "Europe/Berlin" },
  });
  const window = { from: "2024-03-30T00:00:00Z", to: "2024-04-01T12:00:00Z" };
  const { calendar, nextFires } = await preview(h, id, window);
  assert.deepEqual(calendar.map(({ id, fires, first }) => [id, fires, first]), [
    ["2024-03-30", 2, "01:30"],
    ["2024-03-31", 2, "01:30"],
    ["2024-04-01", 1, "01:30"],
  ]);
  assert.equal(nextFires.length, 5, "the same moments");
  assert.ok(calendar[1]!.note);
  const open = await preview(h, id, { from: "2024-03-30T00:00:00Z" });
  assert.deepEqual([open.calendar.length, open.calendar.at(-1)!.id], [31, "2024-04-29"]);
  assert.equal(open.calendar.at(-1)!.fires, 2, "the last day is whole");
  assert.equal((await preview(h, id, { ...window, to: "2025-04-01T00:00:00Z" })).calendar.length, 368);
});
