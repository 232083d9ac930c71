import type { Mutant } from "../mutants/mutants.ts";

/** A fault that is planted in a copy of the checkout, for the simulation to find. */
type Planted = Omit<Mutant, "tests">;

/** Faults of the kinds that only a history shows. */
export const PLANTED: readonly Planted[] = [
  {
    rule: "lost flush: what is answered is on disk",
    file: "services/ground/kernel/context.ts",
    text: "      for (const durable of pending) await durable;\n      await service.store.durable();\n",
    instead: "",
  },
  {
    rule: "forgotten fence: a delivery that is old is refused",
    file: "services/execution/automations/webhook/verify.ts",
    text: "return signed && isFresh && ",
    instead: "return signed && ",
  },
  {
    rule: "forgotten fence: what was decided is not decided otherwise",
    file: "services/control/approvals/decide.ts",
    text: "const same = recorded.decision === decision && sameAuthor &&",
    instead: "const same = sameAuthor &&",
  },
  {
    rule: "double effect: a delivery that comes twice starts one run",
    file: "services/execution/automations/webhook/earlier.ts",
    text: "  return row ? {",
    instead: "  return row && false ? {",
  },
  {
    rule: "missed wake: the end of one run begins the next",
    file: "services/execution/executor/executor.ts",
    text: "    this.#pruneWhenIdle();\n    this.#queue.fill();\n",
    instead: "    this.#pruneWhenIdle();\n",
  },
  {
    rule: "missed wake: a start continues the runs that a kill interrupted",
    file: "services/execution/executor/executor.ts",
    text: '    for (const id of openRunIds(this.service, "running")) this.#drive(id);\n',
    instead: "",
  },
  {
    rule: "stale view: a run that is resumed is no longer listed as paused",
    file: "store/runs/list_view.ts",
    text: '      "run.resumed": moved,\n',
    instead: "",
  },
  {
    rule: "double effect: a creation that is asked for again is done once",
    file: "store/idempotency.ts",
    text: "and key = ? and at >= ?`",
    instead: "and key = ? and at >= ? and 1 = 0`",
  },
  {
    rule: "wrong order: a task that is moved to the front is the first",
    file: "services/planning/planner/tasks/reorder.ts",
    text: "position + (before ? -STEP : STEP)",
    instead: "position + STEP",
  },
  {
    rule: "forgotten fence: the agent decides nothing",
    file: "routes/access.ts",
    text: `caller === "agent" ? agentRefusal === null : token !== "needed"`,
    instead: `caller === "agent" || token !== "needed"`,
  },
];
