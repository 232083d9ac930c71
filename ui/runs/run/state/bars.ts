import type { Stage, TraceEvent } from "../../types.ts";
import { sessionEndOf } from "../../../../store/shared/session_states.ts";
import { isRest, type Rest } from "./fold.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** A span of time in the waterfall. One in progress has no end. */
export type TimeBar = {
  id: string;
  label: string;
  kind: "stage" | "task" | "tool" | "event";
  /** Its depth in the tree. */
  depth: number;
  tone: "neutral" | "info" | "good" | "warning" | "bad";
  from: number;
  to: number | null;
  /** The periods in which it waited although the run went on. */
  rests?: readonly Rest[];
  /** Whether it is a period of waiting. */
  isRest?: boolean;
  /** The event that started it. */
  sequence: number;
};

const TONE_OF_STAGE: Readonly<Record<string, TimeBar["tone"]>> = {
  waiting: "warning",
  paused: "warning",
  reviewing: "warning",
  completed: "good",
  failed: "bad",
  cancelled: "bad",
};

/**
 * The bars of a run: its stages, below them its task sessions with the tools that they used, each from the event that began
 * it to the one that ended it. Only what the shown events belong to is there; all events say how long it took.
 */
export function barsOf(
  stages: readonly Stage[],
  events: readonly TraceEvent[],
  shown: readonly TraceEvent[],
): TimeBar[] {
  const wanted = new Set(shown.map(({ sequence }) => sequence));
  const everything = wanted.size === events.length;
  const ofStages = stages.filter(({ sequence }) => everything || wanted.has(sequence)).map(stageBar);
  const sessions = Map.groupBy(
    events.filter(({ taskSessionId }) => taskSessionId !== undefined),
    ({ taskSessionId }) => taskSessionId!,
  );
  const ofSessions = [...sessions.values()].flatMap((of) => sessionBars(of, wanted));
  return [...ofStages, ...ofSessions];
}

const stageBar = ({ id, stage, startedAt, endedAt, sequence }: Stage): TimeBar => ({
  id,
  label: stage,
  kind: "stage",
  depth: 0,
  tone: TONE_OF_STAGE[stage] ?? "info",
  from: Date.parse(startedAt),
  to: endedAt === null ? null : Date.parse(endedAt),
  isRest: isRest(stage),
  sequence,
});

/** Returns the bars of attempts, each from its start to the event that ends it; tools are paired in order. */
function sessionBars(events: readonly TraceEvent[], wanted: ReadonlySet<number>): TimeBar[] {
  const bars: TimeBar[] = [];
  const title = titleOf(events);
  let attempt: TimeBar | null = null;
  let rests: Rest[] = [];
  let waiting: number | null = null;
  const open = new Map<string, TimeBar[]>();
  for (const event of events) {
    const at = Date.parse(event.at);
    const ended = sessionEndOf(event.type);
    if (
      waiting !== null &&
      /^task_session\.(?:started|resumed|completed|failed|cancelled|queued)$/.test(event.type)
    ) {
      rests.push({ from: waiting, to: at });
      waiting = null;
    }
    if (event.type === "task_session.waiting" || event.type === "task_session.entered") waiting ??= at;
    if (event.type === "task_session.started") {
      // An attempt that was stopped while it waited ended there.
      if (attempt) attempt.to = rests.at(-1)?.from ?? at;
      rests = [];
      attempt = { ...barAt(event, at), label: title, kind: "task", depth: 1, tone: "info", rests };
      bars.push(attempt);
    } else if (event.type === "task_session.placed" && attempt) {
      attempt.label = `${title} on ${textOf(event.data, "name")}`;
    } else if (ended && attempt) {
      attempt.to = at;
      attempt.tone = ended === "completed" ? "good" : "bad";
      attempt = null;
    } else if (event.type === "tool.started") {
      const bar: TimeBar = {
        ...barAt(event, at),
        label: toolOf(event),
        kind: "tool",
        depth: 2,
        tone: "neutral",
      };
      bars.push(bar);
      open.set(bar.label, [...open.get(bar.label) ?? [], bar]);
    } else if (event.type === "tool.completed" || event.type === "tool.failed") {
      const bar = open.get(toolOf(event))?.shift();
      if (bar) {
        bar.to = at;
        bar.tone = event.type === "tool.failed" ? "bad" : "good";
      }
    }
  }
  const used = events.some(({ sequence }) => wanted.has(sequence));
  return bars.filter(({ kind, sequence }) => wanted.has(sequence) || (kind === "task" && used));
}

const barAt = (event: TraceEvent, at: number): TimeBar => ({
  id: event.id,
  label: event.summary,
  kind: "event",
  depth: 1,
  tone: "neutral",
  from: at,
  to: null,
  sequence: event.sequence,
});

function titleOf(events: readonly TraceEvent[]): string {
  const planned = events.find(({ type }) => type === "task_session.planned");
  return textOf(planned?.data, "title") ?? "Task";
}

const toolOf = ({ data, summary }: TraceEvent): string => textOf(data, "tool") ?? summary;

function textOf(data: unknown, field: string): string | null {
  const text = recordOf(data)[field];
  return typeof text === "string" ? text : null;
}

/** Returns the time span of bars and events, in milliseconds; never 0, so that it can be a divisor. */
export function spanOf(
  bars: readonly TimeBar[],
  events: readonly TraceEvent[],
  now: number,
): [number, number] {
  const times = [
    ...bars.flatMap(({ from, to }) => [from, to ?? now]),
    ...[events[0], events.at(-1)].flatMap((event) => event ? [Date.parse(event.at)] : []),
  ];
  if (times.length === 0) return [now - 1, now];
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  return [first, Math.max(last, first + 10)];
}
