import type { RunDocument, RunStatus } from "../../store/runs/document.ts";
import { InvalidError } from "../kernel/errors.ts";

/** What a person may ask of a run's state. */
export type Move = "pause" | "resume" | "cancel";

type Rule = { from: readonly RunStatus[]; already: readonly RunStatus[] };

/** The whole of it: from where a move is legal, and where what it asks for is reached already. */
export const MOVES: Record<Move, Rule> = {
  pause: { from: ["queued", "running", "waiting"], already: ["paused"] },
  resume: { from: ["paused"], already: ["queued", "running", "waiting"] },
  cancel: { from: ["queued", "running", "waiting", "paused"], already: ["completed", "failed", "cancelled"] },
};

/** Whether the move is to be made; false when it is reached already. Throws `InvalidError` naming the legal moves. */
export function checkMove(run: RunDocument, move: Move): boolean {
  const rule = MOVES[move];
  if (rule.from.includes(run.status)) return true;
  if (rule.already.includes(run.status)) return false;
  const legal = legalMoves(run.status);
  throw new InvalidError(
    `The run ${run.id} is ${run.status} and cannot ${move}. ${
      legal.length > 0 ? `Legal moves: ${legal.join(", ")}.` : "It has ended: retry it to get a new run."
    }`,
  );
}

/** The moves that change something in this state. */
export const legalMoves = (status: RunStatus): Move[] =>
  (Object.keys(MOVES) as Move[]).filter((move) => MOVES[move].from.includes(status));

/** What becomes of a run's state without a person moving it. */
export type Progress = { from: RunStatus; to: RunStatus; when: string };

/** How a run goes on by itself; what people ask of its state is in `MOVES`. */
export const PROGRESS: readonly Progress[] = [
  { from: "queued", to: "running", when: "taken up" },
  { from: "queued", to: "waiting", when: "a task was stopped or held" },
  { from: "running", to: "queued", when: "the service stops in order" },
  { from: "running", to: "waiting", when: "needs a decision, input, a provider or a budget" },
  { from: "waiting", to: "running", when: "it has come" },
  { from: "running", to: "completed", when: "applied, or nothing to apply" },
  { from: "running", to: "failed", when: "statusReason says why" },
  { from: "waiting", to: "failed", when: "rejected, or waited too long" },
  { from: "paused", to: "failed", when: "waited too long" },
];
