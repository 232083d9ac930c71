import { messageOf } from "../../../../store/shared/message_of.ts";
import type { Effect, Found, Outcome, Progress } from "../../../ground/effects/effect.ts";
import { sameObject } from "../../calendar_objects/same.ts";
import type { Place } from "../../calendars/place.ts";
import type { Step } from "../plans/schemas.ts";

/** The ETag of an object since it was written; null if the server gives none, or the object was removed. */
export type Written = { etag: string | null };

type Contents = {
  /** The new text; null to remove the object. */
  body: string | null;
  progress: Progress;
  intend: () => Promise<unknown>;
  record: (outcome: Outcome<Written>) => Promise<unknown>;
};

/** Returns one write to a calendar as an effect. Where it cannot be found whether it was done, a person decides. */
export const stepEffect = (
  place: Place,
  step: Step,
  { body, progress, intend, record }: Contents,
): Effect<"calendar_write", Written> => ({
  kind: "calendar_write",
  progress,
  intend,
  find: () => find(place, step, body),
  perform: () => write(place, step, body),
  record,
});

async function write(
  place: Place,
  { target, ifMatch }: Step,
  body: string | null,
): Promise<Outcome<Written>> {
  const written = await (body === null ? place.remove(target, ifMatch) : place.put(target, body, ifMatch));
  if (written.kind === "written") return { kind: "done", result: { etag: written.etag } };
  if (written.kind !== "changed") return written;
  const detail = "The event has changed since it was reviewed, so it was not written. Plan it again.";
  return { kind: "stale", detail };
}

/** Determines from the stored version whether the step was done. */
async function find(place: Place, { target, ifMatch }: Step, body: string | null): Promise<Found<Written>> {
  try {
    const held = await place.read(target);
    if (sameObject(held?.text ?? null, body)) return { kind: "done", result: { etag: held?.etag ?? null } };
    if ((held === null && ifMatch === null) || (held !== null && held.etag === ifMatch)) {
      return { kind: "absent" };
    }
    const detail = "The event on the server is neither the old nor the new version. Check the event.";
    return { kind: "unknown", detail };
  } catch (cause) {
    return { kind: "unknown", detail: `It is unknown whether it was written. ${messageOf(cause)}` };
  }
}
