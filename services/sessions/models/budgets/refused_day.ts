import { Recent } from "../../../../store/recent.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";

type Owner = { runId?: string | undefined; taskSessionId?: string | undefined };

/** The days whose budget refused the newest call of a run's task or plan. */
const refusedDays = ownedBy<object, Recent<{ day: string }>>(() => new Recent(10_000));

const keyOf = ({ runId = "", taskSessionId = runId }: Owner): string => taskSessionId;

/** Remembers which day's budget refused the newest call; null for a call that was made, or refused for something else. */
export function noteRefusedDay({ store }: Pick<Core, "store">, owner: Owner, day: string | null): void {
  const days = refusedDays(store);
  if (day === null) days.delete(keyOf(owner));
  else days.set(keyOf(owner), { day });
}

/**
 * Returns the day whose budget refused the newest call of a task, or of the run's plan: it may be over, or its budget raised, since
 * then. Null if that call was made, or refused for something else.
 */
export const refusedDayOf = ({ store }: Pick<Core, "store">, owner: Owner): string | null =>
  refusedDays(store).get(keyOf(owner))?.day ?? null;
