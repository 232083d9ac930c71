import { harness, type HarnessOptions } from "../harness.ts";
import type { Harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { TestClocks } from "../clock/clocks.ts";
import { moveRun } from "../../services/control/lifecycle/runs.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A service on clocks of the test's own; nothing is executed, so that runs stay as the test leaves them. */
export const onClocks = (clocks: TestClocks, options: HarnessOptions = {}) =>
  harness({ now: clocks.now, readClocks: clocks.readClocks, pause: clocks.pause, ...options });

/** Clocks that show five seconds past three, so that ten minutes later a moment is five seconds late. */
export function atThree(): TestClocks {
  const clocks = new TestClocks();
  clocks.wall = Date.parse("2026-01-02T03:00:05.000Z");
  return clocks;
}

/** Makes an automation that asks for a file every ten minutes, where nothing else is said. */
export const automate = (h: Harness, repoPath: string, more: Record<string, unknown> = {}) =>
  h.operator("POST /automations", {
    body: {
      name: "Every ten minutes",
      trigger: { kind: "schedule", cron: "*/10 * * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create a.txt with "x"', repoPath },
      ...more,
    } as never,
  });

/** One automation with its ledger. */
export const shown = (h: Harness, id: string) => h.operator("GET /automations/:id", { params: { id } });

/** The rows of a ledger as `outcome × count`, the oldest first. */
export async function outcomes(h: Harness, id: string): Promise<string[]> {
  const { ledger } = await shown(h, id);
  return ledger.items.toReversed().map(({ outcome, range }) =>
    range ? `${outcome} × ${range.count}` : outcome
  );
}

/** Lets the clocks pass and everything happen that is due then. */
export async function pass(h: Harness, clocks: TestClocks, milliseconds: number): Promise<void> {
  clocks.pass(milliseconds);
  await runDue(h);
}

/** Ends a run as it would end by itself. */
export async function endRun(
  h: Harness,
  runId: string,
  how: "completed" | "failed" | "cancelled" = "completed",
) {
  const ctx = contextFor(h.service, "system");
  ctx.write(() => {
    if (how === "cancelled") return moveRun(ctx, runId, "cancel", {});
    moveRun(ctx, runId, "start", { holder: "test" });
    if (how === "completed") moveRun(ctx, runId, "complete", { detail: "Nothing to apply." });
    else moveRun(ctx, runId, "fail", { reason: "timeout", detail: "It took too long." });
  });
  await ctx.settled();
  await runDue(h);
}
