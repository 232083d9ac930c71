import type { Mutant } from "../mutants/mutants.ts";

/** A fault that is planted in a copy of the checkout, for the simulation to find. */
type Planted = Omit<Mutant, "tests"> & {
  /** What the difference says that comes of it, and not of something else. */
  shows: RegExp;
};

/** Faults of the kinds that only a history shows. */
export const PLANTED: readonly Planted[] = [
  {
    rule: "lost flush: what is answered is on disk",
    file: "services/ground/kernel/context.ts",
    text: "      for (const durable of pending) await durable;\n      await service.store.durable();\n",
    instead: "",
    shows: /is shown, the model says|answered 404|is answered \{"status":404/,
  },
  {
    rule: "forgotten fence: a delivery that is old is refused",
    file: "services/execution/automations/webhook/verify.ts",
    text: "return signed && isFresh && ",
    instead: "return signed && ",
    shows: /^answered 202 \(.*"deliveryId".*the model says 401$/,
  },
  {
    rule: "forgotten fence: what was decided is not decided otherwise",
    file: "services/control/approvals/decide.ts",
    text: "const same = recorded.decision === decision && sameAuthor &&",
    instead: "const same = sameAuthor &&",
    shows: /^answered 200 \(\{"id":"approval_.*the model says 400$/,
  },
  {
    rule: "double effect: a delivery that comes twice starts one run",
    file: "services/execution/automations/webhook/earlier.ts",
    text: "  return row ? {",
    instead: "  return row && false ? {",
    shows: /^the delivery \S+ again: .*the model says "deduplicated"$/,
  },
  {
    rule: "missed wake: the end of one run begins the next",
    file: "services/execution/executor/executor.ts",
    text: "    this.#pruneWhenIdle();\n    this.#queue.fill();\n",
    instead: "    this.#pruneWhenIdle();\n",
    shows: /^a run is queued, and none has begun|^runs are queued, and none is executed/,
  },
  {
    rule: "missed wake: an answer that comes before a workflow waits for it continues it",
    file: "services/execution/nodes/workflow_end.ts",
    text: 'if (run.status !== "running" || hasMoved(step, seen)) return;',
    instead: 'if (run.status !== "running") return;',
    shows: /^\S+ waits for .*"kind":"approval".*, and 0 decisions are open$/,
  },
  {
    rule: "missed wake: a start continues the runs that a kill interrupted",
    file: "services/execution/executor/executor.ts",
    text: '    for (const id of openRunIds(this.service, "running")) this.#drive(id);\n',
    instead: "",
    shows: /^the run \S+ is running, and nothing/,
  },
  {
    rule: "stale view: a run that is resumed is no longer listed as paused",
    file: "store/runs/list_view.ts",
    text: '      "run.resumed": moved,\n',
    instead: "",
    shows: /^how many (?:archived )?runs are|^\S+ \(run_\w+\) is paused, the model says/,
  },
  {
    rule: "double effect: a creation that is asked for again is done once",
    file: "store/idempotency.ts",
    text: "and key = ? and at >= ?`",
    instead: "and key = ? and at >= ? and 1 = 0`",
    shows:
      /^the answer to what was asked again|^the [\w ]+: .* is shown, the model says|^answered 400 .*There is already a /,
  },
  {
    rule: "wrong order: a task that is moved to the front is the first",
    file: "services/planning/planner/tasks/reorder.ts",
    text: "position + (before ? -STEP : STEP)",
    instead: "position + STEP",
    shows: /^the tasks in the state/,
  },
  {
    rule: "forgotten fence: the agent decides nothing",
    file: "routes/access.ts",
    text: `caller === "agent" ? agentRefusal === null : token !== "needed"`,
    instead: `caller === "agent" || token !== "needed"`,
    shows: /^answered \d+ .*the model says 403$/,
  },
  {
    rule: "forgotten fence: a machine whose lease has ended is told so",
    file: "services/workforce/worker_machines/leases/deliver.ts",
    text: 'return lease ? "held" : "lost";',
    instead: 'return "held";',
    shows: /is over, and a heartbeat says that it lasts$|^the lease of another machine is renewed$/,
  },
  {
    rule: "forgotten fence: a ticket that a machine has claimed is void",
    file: "services/workforce/worker_machines/leases/claim.ts",
    text: "if (offer.machineId !== null || offer.fence !== fence) {",
    instead: "if (offer.fence !== fence && offer.fence !== fence + 1) {",
    shows: /^a ticket that was used is answered 200|was claimed twice/,
  },
  {
    rule: "stale view: an event that is removed from a calendar server is no longer listed",
    file: "services/planning/calendars/caldav.ts",
    text: "gone: paths(({ status }) => status === 404),",
    instead: "gone: [],",
    shows: /^the events of the calendar server/,
  },
  {
    rule: "double effect: what became of an order is asked for before it is made again",
    file: "services/workforce/connectors/carry_out_action.ts",
    text: 'progress: earlier ? "begun" : "new",',
    instead: 'progress: earlier ? "intended" : "new",',
    shows: /is ordered again, and (?:it was ordered|nobody asked whether it was)$/,
  },
  {
    rule: "double effect: a mail of which nobody knows whether it was taken is not sent again",
    file: "services/planning/planner_actions/mail/smtp.ts",
    text: "return leaving && !isRefusal(responseCode) ?",
    instead: "return leaving && false ?",
    shows: /^the mail \S+ is failed, and the server has it$/,
  },
];
