import { ApiError } from "../../client/client.ts";

/** How a sentence of the service begins if it is about one field of the request. */
const FIELD =
  /^(?:The (?:body|query) field "([\w.]+)"|([a-z]\w*(?:\.\w+)*)(?= (?:is|must|has|needs|may|cannot)\b))/;

/** Returns a sentence of the service with the flag that was typed instead of the field that it became. */
export const withFlags = (sentence: string, flags: Readonly<Record<string, string>>): string =>
  sentence.replace(FIELD, (field, named?: string, first?: string) => {
    const path = (named ?? first ?? "").replace(/\.\d+(?=\.|$)/g, "");
    return Object.hasOwn(flags, path) ? flags[path]! : field;
  });

/** Runs a command whose requests have these fields; a refusal by the service names the flags. */
export async function namingFlags<T>(
  flags: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, withFlags(error.message, flags));
  }
}
