import { approvalOfNumber, runOfNumber } from "../services/execution/run_views/short_numbers.ts";
import type { Core } from "../services/ground/kernel/context.ts";

/**
 * Returns the path parameters with a run's short number, `41` or `#41`, replaced by its id. To read an approval, the number
 * names the newest approval of its run; a decision needs the approval's id, since a newer approval may exist by then.
 */
export function withIds(
  core: Pick<Core, "store">,
  key: string,
  params: Record<string, string>,
): Record<string, string> {
  const number = /^#?(\d{1,15})$/.exec(params.id ?? "")?.[1];
  if (number === undefined) return params;
  const idOf = key.includes(" /runs/:id")
    ? runOfNumber
    : key.startsWith("GET /approvals/:id")
    ? approvalOfNumber
    : null;
  // An unknown number stays one, so that the error says which run it meant.
  return idOf === null ? params : { ...params, id: idOf(core, Number(number)) ?? `#${number}` };
}
