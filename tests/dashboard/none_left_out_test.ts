import assert from "node:assert/strict";
import { skillStream } from "../../store/skills/stream.ts";
import { plannerDraftStream } from "../../store/planner/draft_stream.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { harness } from "../harness.ts";
import { calendarFile, event, importFile } from "../planner/planner_world.ts";
import { temporaryDirectory } from "../temporary.ts";

/** One more than a list has at most. */
const MANY = 1_001;
const HASH = "0".repeat(64);

Deno.test("every version of a skill is listed and can be the one in use, also the oldest of 1,001", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const ids = Array.from({ length: MANY }, () => ctx.newId("skl"));
  await h.store.commit(() => {
    for (const [n, id] of ids.entries()) {
      record(ctx, skillStream, id, [{
        type: "skill.imported",
        data: {
          name: `skill-${n}`,
          description: "Says hello.",
          metadata: {},
          allowedTools: [],
          contentSha256: HASH,
          files: [],
          bodyPreview: "",
          deviations: [],
          permissions: { tools: [], scripts: [], hosts: [], commands: [], secrets: [] },
          version: 1,
          materialId: "mat_0",
          findings: [],
          rules: 1,
          state: "available",
        },
      }]);
    }
  });
  const listed = (await h.operator("GET /skills")).filter(({ name }) => name.startsWith("skill-"));
  assert.deepEqual([listed.length, listed.at(-1)!.name], [MANY, "skill-0"]);
});

Deno.test("every drafted mail counts as one to send, also of 1,001", async () => {
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const data = {
    sourceId: "local",
    actionId: "pla_0",
    sha256: HASH,
    messageSha256: HASH,
    messageId: "m",
    recipients: 1,
  };
  await h.store.commit(() => {
    for (let n = 0; n < MANY; n++) {
      record(ctx, plannerDraftStream, ctx.newId("pld"), [{ type: "planner.draft_created", data }]);
    }
  });
  const { bySource: [local] } = await h.operator("GET /planner/refresh/pending", {});
  assert.equal(local!.draftsToSend, MANY);
});

Deno.test("the runs of a period are listed in parts, and the response says how many there are", async () => {
  await using h = await harness();
  const body = { request: 'create a.md with "x"', repoPath: temporaryDirectory() };
  for (let n = 0; n < MANY; n++) await h.operator("POST /coordinator/runs", { body });
  const part = async (asked: { limit?: number; offset?: number }) => {
    const response = await h.send("/dashboard/calendar/events", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ include: ["runs"], ...asked }),
    });
    const events: { id: string }[] = await response.json();
    return { ids: events.map(({ id }) => id), total: response.headers.get("x-agent-harness-total") };
  };
  const [first, rest] = [await part({}), await part({ offset: 1_000 })];
  assert.deepEqual([first.ids.length, first.total, rest.ids.length, rest.total], [1_000, "1001", 1, "1001"]);
  const [newest] = await h.operator("GET /runs", { query: { limit: 1 } });
  assert.deepEqual(rest.ids, [newest!.id]);
});

Deno.test("an event of many days is exported and listed beside more than 20,000 occurrences", async () => {
  await using h = await harness({ now: () => new Date("2026-03-02T07:00:00Z") });
  const daily = Array.from(
    { length: 24 },
    (_, n) => event({ uid: `d${n}`, start: "20250101T090000Z", lines: ["RRULE:FREQ=DAILY"] }),
  );
  const leave = event({ uid: "leave", start: "20260601", end: "20260801", title: "Parental leave" });
  await importFile(h, calendarFile([...daily, leave]));
  const query = { from: "2025-01-01", to: "2027-06-30" };
  const file = await (await h.send(`/planner/export?${new URLSearchParams(query)}`)).text();
  assert.equal(file.match(/^SUMMARY:/gm)?.length, 25);
  assert.match(file, /SUMMARY:Parental leave/);
  const listed = await h.operator("GET /planner/artifacts", { query: { ...query, type: "event" } });
  assert.deepEqual(listed.map(({ occurrenceCount = 0 }) => occurrenceCount).toSorted((a, b) => a - b), [
    1,
    ...Array(24).fill(911),
  ]);
});
