import type { StoredEvent } from "../event.ts";
import type { RunDocument } from "./document.ts";

/**
 * Returns how long the run of a workflow has worked, after an event: what it waits for, and while the service was off, does not
 * count. `since` is there while it works.
 */
export function workAfter(
  { status, definitionSha256, work = { milliseconds: 0 } }: RunDocument,
  next: RunDocument,
  { type, at }: Pick<StoredEvent, "type" | "at">,
): Pick<RunDocument, "work"> {
  if (definitionSha256 === undefined) return {};
  const { milliseconds, since } = work;
  if (next.status === "running") {
    return { work: status === "running" && type !== "run.recovered" ? work : { milliseconds, since: at } };
  }
  if (since === undefined) return { work };
  return { work: { milliseconds: milliseconds + Math.max(0, Date.parse(at) - Date.parse(since)) } };
}
