import type { Question } from "../models/server/question.ts";

/** The name under which a record with these words was given to the model. */
export function nameOf({ said }: Question, words: string): string {
  const given = said.join("\n").split(/(?=<material-)/).find((part) => part.includes(words));
  return /name="(record-\d+)"/.exec(given ?? "")?.[1] ?? "record-1";
}
