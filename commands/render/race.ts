import {
  comparedWords,
  fixWords,
  type Race,
  sizeWords,
  standingWords,
  workerOf,
} from "../../client/race_words.ts";
import { duration } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Columns } from "./section.ts";
import { inOrder } from "./value.ts";

/** How the contenders of a race stand, and what to type next. */
export function raceLines(race: Race, columns: Columns): string[] {
  const compared = comparedWords(race);
  const rows = race.contenders.map((each) => ({
    contender: `${each.picked ? "✓ " : ""}${each.contender}`,
    worker: workerOf(each),
    result: [standingWords(each), fixWords(each) ?? []].flat().join(" "),
    changes: sizeWords(each),
    cost: each.costUsd === null ? "" : `$${each.costUsd.toFixed(2)}`,
    time: duration(each.workMilliseconds),
    questions: each.questions,
    detail: oneLine(each.detail ?? ""),
  }));
  return [
    ...inOrder(rows, columns),
    "",
    ...(compared === null ? [] : [oneLine(compared)]),
    oneLine(race.over ?? "It is not over yet."),
    paint.dim(`Show a result: agent-harness race ${race.runId} --diff 1`),
    paint.dim(
      race.picked === null
        ? `Pick one to review it: agent-harness race ${race.runId} --pick 1`
        : `Review what was picked: agent-harness review ${race.runId}`,
    ),
  ];
}
