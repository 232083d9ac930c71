import { approvalOfNumber, runOfNumber } from "../services/run_views/short_numbers.ts";
import type { Core } from "../services/kernel/context.ts";

/**
 * The path parameters with the run's id in the place of its short number, `41` or `#41`. Where an approval is read, the number
 * stands for the newest approval of its run; where one is decided it stands for nothing, since there may be a newer one by then.
 */
export function withIds(
  core: Pick<Core, "store">,
  key: string,
  params: Record<string, string>,
): Record<string, string> {
  const number = /^#?(\d{1,15})$/.exec(params.id ?? "")?.[1];
  if (number === undefined) return params;
  const id = key.includes(" /runs/:id")
    ? runOfNumber(core, Number(number))
    : key.startsWith("GET /approvals/:id")
    ? approvalOfNumber(core, Number(number))
    : null;
  return id === null ? params : { ...params, id };
}
