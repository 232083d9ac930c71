import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { configureRadicale } from "./dav_world.ts";
import { type Instance, readIndependently } from "./independent.ts";
import { refresh } from "./planner_world.ts";
import { Radicale } from "./radicale.ts";

/** A source of numbers from 0 up to 1 that gives the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const RULES = [
  "FREQ=DAILY;COUNT=20",
  "FREQ=WEEKLY;COUNT=12",
  "FREQ=DAILY;INTERVAL=3;UNTIL=20260601T000000Z",
  "FREQ=WEEKLY",
];
const ZONES = ["Europe/Berlin", "America/New_York", "UTC", "Australia/Sydney"];
const LAST = "2026-07-01T00:00:00";
const END = Date.parse(`${LAST}Z`) / 1000;
const HOUR = 3600;

type Occurrence = Instance & { id: string; key: string };

/**
 * Makes series and edits them at random, with every scope. After each edit what was expected, what the planner says, and what an
 * independent reader makes of the files of the server are the same.
 */
export async function editSeries({ seed, edits }: { seed: number; edits: number }): Promise<void> {
  const random = randomOf(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  await using radicale = await Radicale.start();
  await using h = await harness({ now: () => new Date("2026-02-01T00:00:00Z") });
  await configureRadicale(h, radicale);
  await refresh(h);
  const shown = async (): Promise<Occurrence[]> => {
    const list = await h.operator("GET /planner/artifacts", {
      query: { from: "2026-02-01", to: "2026-06-30", limit: 1000 },
    });
    return list.flatMap(({ id, title, occurrences }) =>
      occurrences!.map(({ key, start }) => ({ id, key, title, start: Date.parse(start) / 1000 }))
    ).sort(byStart);
  };
  const execute = async (body: object) => {
    const planned = await h.json("POST", "/planner/calendar-actions", body);
    if (planned.status !== 201) return planned.body.error as string;
    const { id: actionId, planSha256 } = planned.body;
    const done = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId, planSha256, decision: REVIEWED },
    });
    assert.equal(done.status, "executed", done.result?.detail);
    return null;
  };
  const refused: string[] = [];
  for (let n = 0, made = 0; n < edits; n++) {
    const before = await shown();
    if (before.length < 5 || made < 3 && random() < 0.3) {
      made++;
      const zone = pick(ZONES);
      const day = `2026-03-0${1 + Math.floor(random() * 9)}`;
      const event = {
        title: `series ${n}`,
        start: `${day}T0${8 + Math.floor(random() * 2)}:00:00Z`,
        durationMinutes: 30,
        timeZone: zone,
        rrule: pick(RULES),
      };
      assert.equal(await execute({ action: "create", event, calendarId: "dav:/ann/work/" }), null);
    } else {
      const one = pick(before);
      const scope = pick(["this", "this", "following", "all"] as const);
      const kind = pick(["update", "move", "cancel"] as const);
      if (kind === "cancel" && scope === "all" && random() < 0.8) continue;
      const event = kind === "update"
        ? { title: `edit ${n}` }
        : { start: new Date((one.start + pick([-HOUR, HOUR, 2 * HOUR])) * 1000).toISOString() };
      const why = await execute({
        action: kind,
        artifactId: one.key,
        scope,
        ...(kind !== "cancel" && { event }),
      });
      if (why !== null) refused.push(why);
      const after = await shown();
      requireEdit({ before, after, one, scope, kind, event }, why);
    }
    const texts = await radicale.all();
    const seen = (await readIndependently(texts, LAST)).filter(({ start }) => start < END).sort(byStart);
    const said = (await shown()).filter(({ start }) => start < END).map(({ start, title }) => ({
      start,
      title,
    }));
    assert.deepEqual(said, seen, `after edit ${n}`);
  }
  assert.ok(refused.length < edits / 4, refused.join("\n"));
  assert.deepEqual(h.rebuildDifferences(), []);
}

const byStart = (a: Instance, b: Instance) =>
  a.start - b.start || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);

type Edited = {
  before: Occurrence[];
  after: Occurrence[];
  one: Occurrence;
  scope: "this" | "following" | "all";
  kind: "update" | "move" | "cancel";
  event: { title?: string; start?: string };
};

/** Occurrences that were not meant are as they were, and the one that was meant is as it was asked for. */
function requireEdit({ before, after, one, scope, kind, event }: Edited, why: string | null): void {
  const text = ({ start, title }: Instance) => `${start} ${title}`;
  const [was, is] = [before.map(text), after.map(text)];
  if (why !== null) return assert.deepEqual(is, was, why);
  const wanted = {
    start: event.start ? Date.parse(event.start) / 1000 : one.start,
    title: event.title ?? one.title,
  };
  if (kind !== "cancel") assert.ok(is.includes(text(wanted)), `${text(wanted)} is not there`);
  if (scope !== "this") return;
  const rest = was.toSpliced(was.indexOf(text(one)), 1);
  const left = kind === "cancel" ? is : is.toSpliced(is.indexOf(text(wanted)), 1);
  assert.deepEqual(left.toSorted(), rest.toSorted());
}
