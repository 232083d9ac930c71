import { spanBetween } from "../words.ts";
import type { SubjectName } from "./stream.ts";

/** Returns what happens to a checkpoint that is not decided, as of a given time. */
export const ifUndecided = (
  from: string,
  { expiresAt, subject }: { expiresAt: string; subject?: SubjectName | undefined },
): string =>
  `It expires in ${spanBetween(from, expiresAt)}. ${
    subject ? "Nothing is done then" : "The run then fails and nothing is written"
  }.`;
