import { repositoryOf } from "../here/repository.ts";
import type { Derived } from "./command.ts";
import type { CommandInput } from "./input.ts";
import { isRecord, recordOf } from "../../store/shared/records.ts";

/** The usual value that stands for the repository of the current directory. */
const HERE = ".";

/**
 * Fills in the usual values of fields that were left out, and returns them in words. A part of an object is filled in only if
 * nothing of the object was given, and the repository only where the field before it has its usual value.
 */
export function fillUsual({ usual = {} }: Derived, { body }: CommandInput): string[] {
  const given = structuredClone(body);
  const assumed: string[] = [];
  let before = true;
  for (const [path, value] of Object.entries(usual)) {
    const [name = "", inner] = path.split(".");
    const isFree = given[name] === undefined && (value !== HERE || before);
    if (isFree) {
      const filled = value === HERE ? repositoryOf(Deno.cwd()) ?? Deno.cwd() : value;
      body[name] = inner === undefined ? filled : { ...recordOf(body[name]), [inner]: filled };
      assumed.push(`${path} ${filled}`);
    }
    before = (isRecord(body[name]) ? body[name][inner ?? ""] : body[name]) === value;
  }
  return assumed;
}

/** Returns how help describes a field with a usual value. */
export const usualWords = (value: string): string =>
  `default: ${value === HERE ? "the repository of the current directory" : value}`;
