import { spanBetween } from "../words.ts";
import type { SubjectName } from "./stream.ts";

/** What becomes of a checkpoint that nobody decides, as it is from a moment on. */
export const ifUndecided = (
  from: string,
  { expiresAt, subject }: { expiresAt: string; subject?: SubjectName | undefined },
): string =>
  `It expires in ${spanBetween(from, expiresAt)}; ${
    subject ? "nothing is done then" : "the run then fails and nothing is written"
  }.`;
