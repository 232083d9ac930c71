import { ApiError } from "../../client/client.ts";

/** How a sentence of the service begins if it is about one field of the request. */
const FIELD =
  /^(?:The (?:body|query) field "([\w.]+)"|([a-z]\w*(?:\.\w+)*)(?= (?:is|must|has|needs|may|cannot)\b))/;

/** The fields of which a sentence of the service wants one. */
const FIELDS = /"\w+"(?:, "\w+")* (?:and|or) "\w+"/g;

/** A field of the request in the middle of a sentence that says what to send: no other word is written like this. */
const ADVISED = /(?<=\b(?:Send|Name|Leave(?: out)?) )[a-z]+[A-Z]\w*\b/g;

/** Returns a sentence about a field that was not given in the words of a command. */
export const saidMissing = (sentence: string): string =>
  sentence.replace(/ is invalid: expected [\w ]+, received undefined\b/, " is missing");

/** Returns a sentence of the service with the flags that can be typed instead of the fields that they become. */
export const withFlags = (sentence: string, flags: Readonly<Record<string, string>>): string =>
  saidMissing(sentence).replace(FIELD, (field, named?: string, first?: string) => {
    const path = (named ?? first ?? "").replace(/\.\d+(?=\.|$)/g, "");
    return Object.hasOwn(flags, path) ? flags[path]! : field;
  }).replace(FIELDS, (fields) => {
    const names = [...fields.matchAll(/\w+(?=")/g)].map(([name]) => name);
    if (!names.every((name) => Object.hasOwn(flags, name))) return fields;
    return fields.replace(/"(\w+)"/g, (_, name: string) => flags[name]!);
  }).replace(ADVISED, (name) => Object.hasOwn(flags, name) ? flags[name]! : name);

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
