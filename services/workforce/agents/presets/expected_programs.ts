import { dirname, join } from "node:path";
import { findProgram } from "../../../ground/kernel/find_program.ts";

/** A program that an agent runs for its own tools and, without network access, cannot download. */
export type ExpectedProgram = {
  name: string;
  /** What the agent does with it, after its name. */
  does: string;
  /** The package that contains it. */
  package: string;
  /** The directory in a person's home directory in which the agent keeps its own. */
  place: string;
};

type Expected = {
  /** The agent's own programs, where the search path has none. */
  own: string[];
  missing: ExpectedProgram[];
};

/** Finds the programs that an agent expects: on the search path, or where it keeps its own. */
export function expectedPrograms(
  expects: readonly ExpectedProgram[],
  searchPath: string,
  home: string | null,
): Expected {
  const absent = expects.filter(({ name }) => findProgram(name, searchPath) === null);
  const ownOf = ({ name, place }: ExpectedProgram) =>
    home && findProgram(join(home, place, name), searchPath);
  return {
    own: absent.flatMap((each) => ownOf(each) || []),
    missing: absent.filter((each) => !ownOf(each)),
  };
}

/** Returns the search path of an agent, at its end with the directories of its own programs. */
export const searchPathWith = (searchPath: string, own: readonly string[]): string =>
  [searchPath, ...new Set(own.map((path) => dirname(path)))].join(":");

/** Returns a sentence about a program that was not found; empty if none is missing. */
export const describeMissing = (label: string, missing: readonly ExpectedProgram[]): string =>
  missing.map(({ name, does, package: of }) => `${label} ${does} with ${name} (${of}), which was not found.`)
    .join(" ");
