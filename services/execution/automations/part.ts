import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { RUN_ENDS, RUN_WAITS } from "../../../store/shared/run_states.ts";
import type { VaultLive } from "../../accounts/secrets/vault.ts";
import { warmSecrets } from "./webhook/authenticate.ts";
import { part } from "../../ground/kernel/part.ts";
import { checkAll } from "./check_all.ts";
import { endQuiet, nextEndOfQuiet } from "./firing/quiet.ts";
import { ScheduleReview } from "./review.ts";
import { WebhookState } from "./webhook/state.ts";
import { EventWatch } from "./events/watch.ts";
import { fireByEvents, markSeen } from "./events/fire_by_events.ts";
import { fireSchedules, nextReady, reviewSchedules } from "./due.ts";
import { hasEndedRuns, recordEndedRuns } from "./ended_runs.ts";

/** Fires automations at their moments, tells them about the end of their runs, and checks their ledgers. */
export const automations = part({
  name: "automations",
  open: (service: Core) => new EventWatch(service),
  due: [
    {
      kind: "automation_runs",
      movedBy: [...RUN_ENDS, "run.deleted"],
      next: (ctx) => hasEndedRuns(ctx) ? new Date(0) : null,
      begin: recordEndedRuns,
    },
    {
      kind: "automation_schedules",
      movedBy: [
        "automation.created",
        "automation.updated",
        "automation.status_changed",
        "automation.rescheduled",
        "system.clock_jumped",
      ],
      next: nextReady,
      begin: fireSchedules,
    },
    {
      kind: "automation_quiet_hours",
      movedBy: [...RUN_WAITS, "planner.settings_changed", "system.clock_jumped"],
      next: nextEndOfQuiet,
      begin: endQuiet,
    },
    {
      kind: "automation_events",
      movedBy: "every",
      next: (ctx) => ctx.automations.hasWork() ? new Date(0) : null,
      begin: fireByEvents,
    },
  ],
  tidy: async (ctx) => {
    const dueFound = await fireSchedules(ctx);
    await reviewSchedules(ctx);
    ctx.write(() => markSeen(ctx));
    return { dueFound, unequalLedgers: await checkAll(ctx) };
  },
});

/** What deliveries share: recently read secrets, and the number of recent deliveries. */
export const webhooks = part({
  name: "webhooks",
  open: (service: Core & VaultLive) => new WebhookState(service),
  start: (_, service) => warmSecrets(contextFor(service, "system")),
});

/** Reviews schedules after a start, which may come with other zone rules, and after the machine's clock was set. */
export const schedules = part({
  name: "scheduleReview",
  open: (service: Core) => new ScheduleReview(service),
  due: [{
    kind: "automation_reviews",
    movedBy: ["system.clock_jumped"],
    next: (ctx) => ctx.scheduleReview.isDue ? new Date(0) : null,
    begin: async (ctx) => {
      const review = ctx.scheduleReview.latest;
      await reviewSchedules(ctx);
      ctx.scheduleReview.done(review);
    },
  }],
});
