import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

const HOUR = 60 * 60 * 1000;

Deno.test("the dashboard's calendar has the runs that began before its range and went on in it", async () => {
  using repository = TestRepository.make();
  const clock = { at: Date.parse("2026-03-01T20:00:00Z") };
  await using h = await harness({ now: () => new Date(clock.at) });
  const begin = async () =>
    (await h.operator("POST /runs", { body: { request: "Say hello", repoPath: repository.root } })).id;
  const end = (id: string) => h.operator("POST /runs/:id/cancel", { params: { id } });
  const [over, overnight, open] = [await begin(), await begin(), await begin()];
  clock.at += HOUR;
  await end(over);
  clock.at += 6 * HOUR;
  await end(overnight);
  const inside = await begin();
  clock.at += 48 * HOUR;
  const later = await begin();
  const runs = async (from: string, to: string) => {
    const body = { from, to, include: ["runs" as const] };
    return (await h.operator("POST /dashboard/calendar/events", { body })).map(({ runId }) => runId);
  };
  assert.deepEqual(
    new Set(await runs("2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z")),
    new Set([overnight, open, inside]),
  );
  assert.deepEqual(
    new Set(await runs("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z")),
    new Set([over, overnight, open]),
  );
  assert.deepEqual(
    new Set(await runs("2026-03-04T00:00:00Z", "2026-03-05T00:00:00Z")),
    new Set([open, inside, later]),
  );
});
