import { type AnswerScope, scopesOf } from "../../client/question_scopes.ts";
import type { WorkerQuestion } from "./types.ts";

/** An answer to a worker's question. */
type WorkerAnswer = { key: string; answer: AnswerScope | "reject"; label: string; does: string };

/** The answers, with their keys. */
const ANSWERS: readonly WorkerAnswer[] = [
  { key: "6", answer: "once", label: "Once", does: "Allow it once" },
  { key: "7", answer: "run", label: "This run", does: "Allow it for this run" },
  { key: "8", answer: "repository", label: "This repository", does: "Allow it in this repository" },
  { key: "9", answer: "pattern", label: "Similar commands", does: "Allow similar commands" },
  { key: "0", answer: "reject", label: "Refuse", does: "Refuse" },
];

/** Returns the possible answers to a question. */
export const answersTo = ({ asks }: Pick<WorkerQuestion["approval"], "asks">): WorkerAnswer[] => {
  const scopes = scopesOf(asks);
  return ANSWERS.filter(({ answer }) => answer === "reject" || scopes.includes(answer));
};
