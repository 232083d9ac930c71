import type { RandomMutant } from "./scope.ts";

/** What became of a mutant. `ran` of the `reaching` tests ran at most. */
export type Result = RandomMutant & {
  scope: string;
  before: string;
  after: string;
  outcome: "killed" | "survived" | "timed out" | "without tests";
  by: string | null;
  why: string | null;
  ran: number;
  reaching: number;
  seconds: number;
};

/** Tells mutants apart. */
export const keyOf = ({ path, start, end, instead }: RandomMutant): string =>
  `${path} ${start} ${end} ${instead}`;

/** Returns a result as a line for people. */
export const toldOf = (result: Result): string => {
  const { outcome, path, line, kind, before, after, by, ran, reaching, seconds } = result;
  const how = by === null ? `${ran} of ${reaching} tests` : by.split("\n")[0]!.slice(0, 110);
  return `${outcome.padEnd(13)} ${path}:${line} ${kind} (${seconds} s; ${how})\n    ${before}\n    ${after}`;
};
