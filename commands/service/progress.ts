import type { TraceEvent } from "./types.ts";
import { firstLine } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { recordOf } from "../../store/shared/records.ts";

/** Events that are not shown while watching; the audit has them. */
const QUIET =
  /^(?:process\.|artifact\.|material\.|run\.(?:queued|policy_decided|checkpointed|commands_admitted|reported)$|task_session\.(?:planned|queued|transcript_kept)$|tool\.started$)/;

const COLOURS: readonly [RegExp, (text: string) => string][] = [
  [/failed|stale|blocked|cancelled|expired/, paint.red],
  [/waiting|paused|requested/, paint.yellow],
  [/completed|applied|approved/, paint.green],
];

/** Returns the line for each event of one run, or null to skip it. Tasks are named by their titles. */
export function progressLines(): (event: TraceEvent) => string | null {
  const titles = new Map<string, string>();
  return ({ type, at, summary, data, taskSessionId }) => {
    const details = recordOf(data);
    if (type === "task_session.planned") titles.set(taskSessionId ?? "", String(details.title));
    // The request for the approval was just printed.
    const told = type === "run.waiting" && recordOf(details.waitingFor).kind === "approval";
    if (told || QUIET.test(type)) return null;
    const title = titles.get(taskSessionId ?? "");
    const named = title ? summary.replace(/^The task /, () => `Task "${title}" `) : summary;
    const colour = COLOURS.find(([pattern]) => pattern.test(type))?.[1] ?? ((text: string) => text);
    return `${paint.dim(clock(at))}  ${colour(oneLine(beginning(named)))}`;
  };
}

/** Returns the first line of a text; what the run waits for is shown whole by `runs get`. */
function beginning(text: string): string {
  const line = firstLine(text);
  return line === text.trim() ? line : `${line} …`;
}

const clock = (at: string): string => new Date(at).toTimeString().slice(0, 8);
