import assert from "node:assert/strict";
import fc from "fast-check";
import { type Harness, harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile, refresh } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T07:00:00Z");
const open = () => harness({ now: () => NOW });
const conflicts = (h: Harness, query: Record<string, string> = {}) =>
  h.operator("GET /planner/conflicts", { query: { limit: "400", ...query } });

Deno.test("each kind of conflict is found with its arithmetic", async () => {
  await using h = await open();
  await importFile(
    h,
    calendarFile([
      event({ uid: "a", start: "20260303T090000Z", title: "A" }),
      event({ uid: "b", start: "20260303T093000Z", title: "B" }),
      event({ uid: "c", start: "20260303T103500Z", title: "C" }),
      event({ uid: "maybe", start: "20260304T100000Z", title: "Maybe", lines: ["STATUS:TENTATIVE"] }),
      event({ uid: "d", start: "20260304T105900Z", title: "D" }),
      event({ uid: "away", start: "20260305", title: "Urlaub" }),
      event({ uid: "e", start: "20260305T140000Z", title: "E" }),
      event({ uid: "late", start: "20260306T163000Z", title: "Late" }),
    ]),
    { bufferMinutes: 10, workingHours: { tue: WORK, wed: WORK, thu: WORK, fri: WORK } },
  );
  await h.operator("POST /planner/tasks", {
    body: { title: "Report", due: { at: "2026-03-03T09:30:00Z", timeZone: "UTC" }, estimateMinutes: 90 },
  });
  const [late] = await conflicts(h);
  assert.equal(late!.explain[0], '"Report" is due at 2026-03-03 09:30.');
  const found = (await conflicts(h)).map(({ kind, minutes, severity, detail }) => [
    kind,
    minutes,
    severity,
    detail,
  ]);
  assert.deepEqual(found, [
    ["deadline_at_risk", 70, "high", '"Report" cannot be done in time: 70 min are missing.'],
    ["double_booked", 30, "high", '"A" and "B" are both confirmed for the same 30 min.'],
    ["buffer_violation", 5, "info", 'The buffer between "B" and "C" is 5 min too short.'],
    ["overlap", 1, "warning", '"Maybe" and "D" overlap by 1 min.'],
    ["time_off", 60, "high", '"Urlaub" and "E" overlap by 60 min, and one of them is time off.'],
    ["outside_hours", 30, "info", '"Late" is 30 min outside working hours.'],
  ]);
  const only = await conflicts(h, { kinds: "overlap" });
  assert.deepEqual(only.map(({ kind }) => kind), ["overlap"]);
});
const WORK = [{ start: "08:30", end: "17:00" }];

Deno.test("the sweep finds exactly the pairs that sharing a minute makes", async () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 300 }));
  await using h = await open();
  const path = calendarFile([]);
  await importFile(h, path, { workingHours: {} });
  await fc.assert(
    fc.asyncProperty(fc.array(span, { maxLength: 25 }), async (spans) => {
      const at = (minutes: number) =>
        `${
          new Date(NOW.getTime() + 86_400_000 + minutes * 60_000).toISOString().replaceAll(/[-:]/g, "").slice(
            0,
            15,
          )
        }Z`;
      Deno.writeTextFileSync(
        path,
        calendar(
          spans.map(([start, length], i) =>
            event({ uid: `u${i}`, start: at(start), end: at(start + length), title: String(i) })
          ),
        ),
      );
      await refresh(h, { full: true });
      const expected = spans.flatMap((a, i) =>
        spans.slice(i + 1).flatMap((b) => {
          const minutes = Math.min(a[0] + a[1], b[0] + b[1]) - Math.max(a[0], b[0]);
          return minutes >= 1 ? [minutes] : [];
        })
      );
      const found = (await conflicts(h, { kinds: "double_booked" })).map(({ minutes }) => minutes);
      assert.deepEqual(found.toSorted(), expected.toSorted());
    }),
    { numRuns: 15 },
  );
});

Deno.test("where all stand against all, the earliest are named, and a task that cannot be done is still among them", async () => {
  await using h = await open();
  const crowd = Array.from(
    { length: 300 },
    (_, i) => event({ uid: `c${i}`, start: `20260304T09${String(i % 60).padStart(2, "0")}00Z` }),
  );
  const early = [
    event({ uid: "x", start: "20260303T090000Z" }),
    event({ uid: "y", start: "20260303T093000Z" }),
  ];
  await importFile(h, calendarFile([...crowd, ...early]), { workingHours: {} });
  await h.operator("POST /planner/tasks", {
    body: { title: "Report", due: { date: "2026-03-12" }, estimateMinutes: 60 },
  });
  const found = await conflicts(h);
  assert.equal(found.length, 400);
  assert.equal(found[0]!.kind, "deadline_at_risk");
  const [first] = found.filter(({ kind }) => kind === "double_booked");
  assert.equal(first!.start, "2026-03-03T09:30:00.000Z");
});

Deno.test("a suppressed conflict returns when one of its sides moves", async () => {
  await using h = await open();
  const two = (start: string) => [
    event({ uid: "a", start: "20260303T090000Z" }),
    event({ uid: "b", start }),
  ];
  const path = calendarFile(two("20260303T093000Z"));
  await importFile(h, path, { workingHours: {} });
  const [{ id } = { id: "" }] = await conflicts(h, { kinds: "double_booked" });
  await h.operator("POST /planner/conflicts/:id/suppress", { params: { id }, body: { reason: "Meant" } });
  assert.deepEqual(await conflicts(h, { kinds: "double_booked" }), []);
  const [hidden] = await conflicts(h, { includeSuppressed: "true", kinds: "double_booked" });
  assert.deepEqual([hidden!.id, hidden!.status, hidden!.suppression?.reason], [id, "suppressed", "Meant"]);
  assert.equal(hidden!.suppressionLapsed, false);
  Deno.writeTextFileSync(path, calendar(two("20260303T094000Z")));
  await refresh(h);
  const [back] = await conflicts(h, { kinds: "double_booked" });
  assert.deepEqual([back!.id, back!.minutes, back!.suppression?.state], [id, 20, "lapsed"]);
  assert.equal(back!.suppressionLapsed, true);
});

Deno.test("suppressing again changes nothing and answers 200; another time or reason is another suppression", async () => {
  await using h = await open();
  const overlapping = ["20260303T090000Z", "20260303T093000Z"].map((start, i) =>
    event({ uid: `${i}`, start })
  );
  await importFile(
    h,
    calendarFile([...overlapping, event({ uid: "alone", lines: ["TRANSP:TRANSPARENT"] })]),
    {
      workingHours: {},
    },
  );
  const [{ id, artifactIds } = { id: "", artifactIds: [] }] = await conflicts(h, { kinds: "double_booked" });
  const suppress = (body: object) => h.json("POST", `/planner/conflicts/${id}/suppress`, body);
  const first = await suppress({ reason: "Meant" });
  const again = [await suppress({ reason: "Meant" }), await suppress({})];
  assert.deepEqual([first, ...again].map(({ status, body }) => [status, body.id === first.body.id]), [
    [201, true],
    [200, true],
    [200, true],
  ]);
  const other = await suppress({ reason: "Really" });
  assert.deepEqual([other.status, other.body.reason], [201, "Really"]);
  const byArtifact = async (artifactId: string) => {
    const answer = await h.json("POST", `/planner/conflicts/by-artifact/${artifactId}/suppress`, {});
    return [answer.status, answer.body.length];
  };
  assert.deepEqual(await byArtifact(artifactIds[0]!), [201, 2], "it is also outside of the hours");
  assert.deepEqual(await byArtifact(artifactIds[0]!), [200, 2]);
  const alone = (await h.operator("GET /planner/artifacts")).find(({ uid }) => uid === "alone")!;
  assert.deepEqual(await byArtifact(alone.id), [200, 0]);
});

Deno.test("every conflict of the usual list can be suppressed, also a deadline that is not the worst of a longer time", async () => {
  await using h = await open();
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
  for (const [due, days] of [["2026-03-03", 3], ["2026-03-06", 20], ["2026-04-15", 90]] as const) {
    for (let day = 0; day < days; day++) {
      await h.operator("POST /planner/tasks", { body: { title: "Report", due, estimateMinutes: 480 } });
    }
  }
  const listed = await conflicts(h, { kinds: "deadline_at_risk" });
  assert.equal(listed.length, 2);
  for (const { id } of listed) {
    const { status } = await h.json("POST", `/planner/conflicts/${id}/suppress`, {});
    assert.equal(status, 201);
  }
  assert.deepEqual(await conflicts(h, { kinds: "deadline_at_risk" }), []);
});

Deno.test("a conflict that a person shows again says that its suppression was removed", async () => {
  await using h = await open();
  const twice = ["20260303T090000Z", "20260303T093000Z"].map((start, i) => event({ uid: `${i}`, start }));
  await importFile(h, calendarFile(twice), { workingHours: {} });
  const of = async () => (await conflicts(h, { kinds: "double_booked" }))[0]!;
  const { id } = await of();
  await h.operator("POST /planner/conflicts/:id/suppress", { params: { id }, body: { reason: "Meant" } });
  await h.operator("POST /planner/conflicts/:id/unsuppress", { params: { id } });
  const { status, suppression } = await of();
  assert.deepEqual([status, suppression?.state, suppression?.reason], ["open", "removed", "Meant"]);
  const again = await h.json("POST", `/planner/conflicts/${id}/suppress`, {});
  assert.deepEqual([again.status, again.body.state], [201, "active"]);
});

Deno.test("a suppressed conflict that no longer exists is resolved, until it is forgotten or comes back", async () => {
  await using h = await open();
  const two = (a: string, b: string) => [
    event({ uid: "a", start: a, title: "A" }),
    event({ uid: "b", start: b, title: "B" }),
  ];
  const path = calendarFile(two("20260303T090000Z", "20260303T093000Z"));
  await importFile(h, path, { workingHours: {} });
  const of = async () =>
    (await conflicts(h, { includeSuppressed: "true", kinds: "double_booked" })).map((each) => each);
  const [{ id, start, end, minutes } = { id: "", start: "", end: "", minutes: 0 }] = await of();
  await h.operator("POST /planner/conflicts/:id/suppress", { params: { id }, body: { reason: "Meant" } });
  const move = async (a: string, b: string) => {
    Deno.writeTextFileSync(path, calendar(two(a, b)));
    await refresh(h);
    return await of();
  };
  const [apart] = await move("20260303T090000Z", "20260303T143000Z");
  assert.deepEqual(
    [apart!.id, apart!.status, apart!.start, apart!.end, apart!.minutes, apart!.suppression?.reason],
    [id, "resolved", start, end, minutes, "Meant"],
  );
  assert.match(apart!.detail, /^"A" and "B": this no longer is a conflict\.$/);
  assert.deepEqual(await conflicts(h, { kinds: "double_booked" }), []);
  const elsewhere = await move("20260403T090000Z", "20260403T093000Z");
  assert.deepEqual(elsewhere, [], "it exists at another time");
  const [back] = await move("20260303T090000Z", "20260303T093000Z");
  assert.equal(back!.status, "suppressed");
  assert.equal((await move("20260303T090000Z", "20260303T143000Z"))[0]!.status, "resolved");
  await h.operator("POST /planner/conflicts/:id/unsuppress", { params: { id } });
  assert.deepEqual(await of(), []);
});
