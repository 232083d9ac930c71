import { UsageError } from "./exit_codes.ts";

/** A place that an argument or a flag may name, and the flag. */
type Named = { argument: string | undefined; option: string | undefined; flag: string };

/** Returns the place that a command line names by an argument or a flag. Throws `UsageError` if it names two. */
export function namedPlace({ argument, option, flag }: Named): string | undefined {
  if (argument !== undefined && option !== undefined && argument !== option) {
    throw new UsageError(
      `The argument names ${argument}, and ${flag} names ${option}. Leave one of them out.`,
    );
  }
  return argument ?? option;
}

/** Returns the place that must be named. Throws `UsageError` with the command to type. */
export function requirePlace(named: Named, command: string): string {
  const place = namedPlace(named);
  if (place !== undefined) return place;
  throw new UsageError(`The directory is missing: agent-harness ${command}`);
}
