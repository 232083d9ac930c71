import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { automate, shown } from "./scenario.ts";

const AUTOMATIONS = 25;
const APART_MILLISECONDS = 4;

Deno.test("schedules a few milliseconds apart all fire within a second of their moments, by the clock of this machine", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ startClock: true, workers: 0 });
  const settled = Promise.withResolvers<void>();
  let rows = 0;
  h.store.subscribe((events) => {
    rows += events.filter(({ type }) => /^automation\.(?:fired|missed)$/.test(type)).length;
    if (rows >= AUTOMATIONS) settled.resolve();
  });
  const first = Date.now() + 2_000;
  const ids: string[] = [];
  for (let i = 0; i < AUTOMATIONS; i++) {
    const trigger = {
      kind: "schedule",
      every: "PT10S",
      startAt: new Date(first + APART_MILLISECONDS * i).toISOString(),
    };
    ids.push((await automate(h, repository.root, { trigger, overlap: "allow_all", catchUp: "none" })).id);
  }
  await settled.promise;
  for (const id of ids) {
    const first = (await shown(h, id)).ledger.items.at(-1)!;
    assert.equal(first.outcome, "fired");
    assert.ok(first.latenessMs < 1_000, `${first.latenessMs} ms late`);
  }
});
