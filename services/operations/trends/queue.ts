import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { hourOf, type LevelRow } from "../../../store/runs/level_rows.ts";
import { levelChanges } from "../../../store/runs/levels.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { QueueHour, QueueOverTime } from "./schemas.ts";
import { HOUR } from "../../../store/shared/durations.ts";

const STATES = {
  queued: ["queued"],
  running: ["running"],
  waiting: ["waiting", "paused"],
} as const satisfies Partial<Record<keyof QueueHour, readonly string[]>>;

/** The last hours, the present one among them: how many runs were queued, running and waiting on average. */
export async function queueOverTime(ctx: Ctx, { hours }: { hours: number }): Promise<QueueOverTime> {
  await foldInTurns(ctx.store);
  const now = ctx.now().getTime();
  const present = Math.floor(now / HOUR);
  const begins = Array.from({ length: hours }, (_, i) => (present - hours + 1 + i) * HOUR);
  const times = begins.map((begin) => new Date(begin).toISOString());
  const rows = levelChanges(ctx.store.projector.tables, hourOf(times[0]!));
  const counts = ctx.store.documents.counts(runStream);
  const averagesOf = (states: readonly string[]) => {
    const changes = rows.filter(({ status }) => states.includes(status));
    const level = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    return averages(Map.groupBy(changes, ({ hour }) => hour), { level, begins, now });
  };
  const [queued, running, waiting] = [
    averagesOf(STATES.queued),
    averagesOf(STATES.running),
    averagesOf(STATES.waiting),
  ];
  return {
    hours: times.map((hour, i) => ({
      hour,
      queued: queued[i]!,
      running: running[i]!,
      waiting: waiting[i]!,
    })),
  };
}

/** Walks back from the present level, so that the cost is that of the hours shown and not of all before them. */
function averages(
  changes: ReadonlyMap<string, readonly LevelRow[]>,
  { level, begins, now }: { level: number; begins: readonly number[]; now: number },
): number[] {
  const sum = (rows: readonly LevelRow[], field: "change" | "left") =>
    rows.reduce((before, row) => before + row[field], 0);
  let after = level;
  return begins.toReversed().map((begin) => {
    const rows = changes.get(hourOf(new Date(begin).toISOString())) ?? [];
    const [change, left] = [sum(rows, "change"), sum(rows, "left")];
    const shown = Math.min(now - begin, HOUR);
    const before = after - change;
    const average = shown === 0 ? after : before + (left - change * (HOUR - shown)) / shown;
    after = before;
    return Math.max(0, Math.round(average * 100) / 100);
  }).reverse();
}
