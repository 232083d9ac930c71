import { instructionPath } from "../../builtin/language/path.ts";
import { NotUnderstood } from "../../builtin/language/not_understood.ts";
import { type Place, placeOf } from "../../builtin/actions/place.ts";
import { Refusal } from "../../builtin/actions/refusal.ts";

/** Returns a model's path in normal form. Throws `Refusal` for one outside the directory or in a git directory. */
export function pathOf(written: string): string {
  try {
    return instructionPath(written);
  } catch (error) {
    if (error instanceof NotUnderstood) throw new Refusal(error.message);
    throw error;
  }
}

/** Resolves a path on which nothing may be a symbolic link. Throws `Refusal`. */
export const placeFor = (directory: string, written: string): Promise<Place> =>
  placeOf(directory, pathOf(written));
