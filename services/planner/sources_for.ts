import type { Core } from "../kernel/context.ts";
import { sourcesOf } from "./settings.ts";

/** Returns the sources that a filter means; null for all. */
export function sourcesFor(
  ctx: Pick<Core, "store">,
  sources: readonly string[] | undefined,
  account: string | undefined,
): string[] | null {
  if (sources === undefined && account === undefined) return null;
  return sourcesOf(ctx).filter(({ id, config }) =>
    (sources === undefined || sources.includes(id)) && (account === undefined || config.accountId === account)
  ).map(({ id }) => id).concat(account === undefined && sources?.includes("local") ? ["local"] : []);
}
