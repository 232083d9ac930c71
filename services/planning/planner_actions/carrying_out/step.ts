import { sameObject } from "../../calendar_objects/same.ts";
import type { Place, Written } from "../../calendars/place.ts";
import type { Step } from "../plans/schemas.ts";

/** The result of a step. */
export type StepEnd =
  | { kind: "done"; etag: string | null }
  | { kind: "changed" }
  | { kind: "refused"; detail: string }
  | { kind: "uncertain"; detail: string };

type Texts = { body: string | null; before: string | null };

/**
 * Carries out a step once. `again` means that an earlier attempt may have done it, so it checks first. Where it cannot be
 * determined whether the step was done, a person decides.
 */
export async function doStep(place: Place, step: Step, texts: Texts, again: boolean): Promise<StepEnd> {
  if (again) {
    const found = await look(place, step, texts);
    if (found !== "as_before") return found;
  }
  const written = await write(place, step, texts);
  switch (written.kind) {
    case "written":
      return { kind: "done", etag: written.etag };
    case "unknown": {
      const found = await look(place, step, texts);
      return found === "as_before"
        ? { kind: "refused", detail: `Nothing was written. ${written.detail}` }
        : found;
    }
    case "changed": {
      // A request of the earlier attempt may still have been on its way, and have reached the server after the check above.
      const found = again ? await look(place, step, texts) : "as_before";
      return found === "as_before" ? written : found;
    }
    default:
      return written;
  }
}

const write = (place: Place, { target, ifMatch }: Step, { body }: Texts): Promise<Written> =>
  body === null ? place.remove(target, ifMatch) : place.put(target, body, ifMatch);

/** Determines from the stored version whether the step was done. */
async function look(
  place: Place,
  { target, ifMatch }: Step,
  { body }: Texts,
): Promise<StepEnd | "as_before"> {
  try {
    const held = await place.read(target);
    if (sameObject(held?.text ?? null, body)) return { kind: "done", etag: held?.etag ?? null };
    if ((held === null && ifMatch === null) || (held !== null && held.etag === ifMatch)) return "as_before";
    const detail = "The event on the server is neither the old nor the new version. Check the event.";
    return { kind: "uncertain", detail };
  } catch (cause) {
    return {
      kind: "uncertain",
      detail: `It is unknown whether it was written. ${(cause as Error).message}`,
    };
  }
}
