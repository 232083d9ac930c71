import assert from "node:assert/strict";
import { Site } from "../../recovery/site.ts";
import { allRows, assertMoments, assertRunsOnce } from "../one_each.ts";
import { automateReally, lookAt, until } from "./real.ts";
import type { Trial } from "./trial.ts";

const EVERY = 10_000;

/** Stops the process of a service with SIGSTOP, as a machine that has no time for it would, and lets it go on. */
export const stopped: Trial = {
  count: 180,
  unit: "seconds",
  run: async (count) => {
    using site = Site.make();
    await using service = await site.start({ workers: 0 });
    const { id, createdAt } = await automateReally(service, site, { kind: "schedule", every: "PT10S" });
    const nextAt = async () =>
      Date.parse((await service.operator("GET /automations/:id", { params: { id } })).nextFireAt!);
    const first = await nextAt();
    await until(async () => await nextAt() > first);
    service.child.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, count * 1000));
    const resumed = Date.now();
    service.child.kill("SIGCONT");
    await until(async () => await nextAt() > resumed);
    const last = await nextAt() - EVERY;
    await site.end(service);
    return await lookAt(site, (h) => {
      const moments = Math.round((last - Date.parse(createdAt)) / EVERY);
      assertMoments(h, moments);
      const runs = assertRunsOnce(h);
      const rows = allRows(h);
      assert.ok(rows.some(({ outcome }) => outcome === "caught_up"), "the control: it was away");
      const after = rows.filter(({ decided_at }) => Date.parse(decided_at) >= resumed);
      const took = Math.max(
        ...after.map(({ decided_at, outcome }) =>
          outcome === "caught_up" ? Date.parse(decided_at) - resumed : 0
        ),
      );
      return `Stopped for ${count} s: ${moments} moments and ${runs} runs, each once; all were caught up ${took} ms ` +
        "after it went on.";
    });
  },
};
