import { sameObject } from "../objects/same.ts";
import type { Place, Written } from "./place.ts";
import type { Step } from "./schemas.ts";

/** What came of a step. */
export type StepEnd =
  | { kind: "done"; etag: string | null }
  | { kind: "changed" }
  | { kind: "refused"; detail: string }
  | { kind: "uncertain"; detail: string };

type Texts = { body: string | null; before: string | null };

/**
 * Does one step once. `again` says that an attempt before this one may have done it: then it looks first. Where it cannot be told
 * whether it was done, it is left to a person.
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
      // A request of the attempt before may have been on its way, and have reached the server after the look above.
      const found = again ? await look(place, step, texts) : "as_before";
      return found === "as_before" ? written : found;
    }
    default:
      return written;
  }
}

const write = (place: Place, { target, ifMatch }: Step, { body }: Texts): Promise<Written> =>
  body === null ? place.remove(target, ifMatch) : place.put(target, body, ifMatch);

/** Tells from what is there whether the step was done. */
async function look(
  place: Place,
  { target, ifMatch }: Step,
  { body }: Texts,
): Promise<StepEnd | "as_before"> {
  try {
    const held = await place.read(target);
    if (sameObject(held?.text ?? null, body)) return { kind: "done", etag: held?.etag ?? null };
    if ((held === null && ifMatch === null) || (held !== null && held.etag === ifMatch)) return "as_before";
    const detail = "What is there is neither what was nor what was to be written. Look at the event.";
    return { kind: "uncertain", detail };
  } catch (cause) {
    return {
      kind: "uncertain",
      detail: `It is not known whether it was written. ${(cause as Error).message}`,
    };
  }
}
