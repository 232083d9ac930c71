import type { StoredEvent } from "../../event.ts";
import type { Ledger } from "../ledger.ts";
import { approvalRules } from "./approvals.ts";
import { automationRules } from "./automations.ts";
import { modelRules } from "./models.ts";
import { backupRules } from "./backups.ts";
import type { Rule } from "./rule.ts";
import { runRules } from "./runs.ts";
import { systemRules } from "./system.ts";
import { taskSessionRules } from "./task_sessions.ts";

/** One rule for each type of event that has something to say, or that settles what was said. */
const RULES = new Map(
  Object.entries({
    ...approvalRules,
    ...automationRules,
    ...modelRules,
    ...backupRules,
    ...runRules,
    ...systemRules,
    ...taskSessionRules,
  }),
) as ReadonlyMap<string, Rule>;

/** Raises and closes what an event asks for. */
export function applyRules(ledger: Ledger, event: StoredEvent): void {
  RULES.get(event.type)?.(ledger, event.data as never, event);
}
