import { LOCAL_SOURCE } from "../../../store/planner/source_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { sourcesOf } from "./settings.ts";

/** Throws `NotFoundError` for a source that is not configured; local data is a source too. */
export function requireSources(ctx: Pick<Core, "store">, ids: readonly string[]): void {
  const known = [LOCAL_SOURCE, ...sourcesOf(ctx).map(({ id }) => id)];
  for (const id of ids) if (!known.includes(id)) throw new NotFoundError("planner source", id);
}

/** Returns the sources that a filter means; null for all. */
export function sourcesFor(
  ctx: Pick<Core, "store">,
  sources: readonly string[] | undefined,
  account: string | undefined,
): string[] | null {
  if (sources === undefined && account === undefined) return null;
  requireSources(ctx, sources ?? []);
  return sourcesOf(ctx).filter(({ id, config }) =>
    (sources === undefined || sources.includes(id)) && (account === undefined || config.accountId === account)
  ).map(({ id }) => id).concat(
    account === undefined && sources?.includes(LOCAL_SOURCE) ? [LOCAL_SOURCE] : [],
  );
}
