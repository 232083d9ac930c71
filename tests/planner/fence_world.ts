import { type Harness, harness } from "../harness.ts";
import { DavProxy } from "./dav_proxy.ts";
import { configureRadicale } from "./dav_world.ts";
import { calendar, event, refresh } from "./planner_world.ts";
import { Radicale } from "./radicale.ts";

/** A day in milliseconds. */
export const DAY = 24 * 3_600_000;
/** A hash that nothing has. */
export const OTHER = "0".repeat(64);
/** An event of the local calendar. */
export const LUNCH = { title: "Lunch", start: "2026-12-01T12:00:00Z" };

/** Plans a change. */
export const plan = async (h: Harness, body: object) =>
  (await h.json("POST", "/planner/calendar-actions", body)).body as {
    id: string;
    planSha256: string;
    approvalId: string | null;
  };
/** Executes a plan. */
export const execute = (
  h: Harness,
  { id, planSha256 }: { id: string; planSha256: string },
  more: object = {},
) => h.json("POST", "/planner/calendar-actions/execute", { actionId: id, planSha256, ...more });

/** A server's calendar with the event `a`, behind a door that counts what is written. */
export async function served(now: () => Date = () => new Date("2026-11-01T00:00:00Z")) {
  await using all = new AsyncDisposableStack();
  const radicale = all.use(await Radicale.start());
  const proxy = all.use(new DavProxy(radicale));
  const h = all.use(await harness({ now }));
  await radicale.put("a", calendar([event({ uid: "a", start: "20261201T090000Z" })]));
  await configureRadicale(h, proxy);
  await refresh(h);
  const [{ id } = { id: "" }] = await h.operator("GET /planner/artifacts");
  const kept = all.move();
  return { radicale, proxy, h, id, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
