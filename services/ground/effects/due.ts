import type { Core, Ctx } from "../kernel/context.ts";
import type { DueMoment } from "../kernel/due.ts";
import { DAY } from "../../../store/shared/durations.ts";

/** An effect that waits for its next attempt. */
export type Waiting = { id: string; at: Date };

/** The effects of a kind that are attempted at moments of their own. */
type Attempted<Service extends Core> = Pick<DueMoment<Service>, "kind" | "movedBy"> & {
  waiting: (ctx: Ctx<Service>) => Iterable<Waiting>;
  /** Makes an attempt; what it records moves the effect's next moment forward, or ends it. */
  attempt: (ctx: Ctx<Service>, id: string) => Promise<unknown>;
  /** How many attempts are made at the same time. */
  atOnce: number;
};

/** Attempts are planned at most a day ahead. */
const TOO_FAR = 2 * DAY;

/** A moment that is too far ahead was planned by a clock that has been set back since: it is now. */
export const dueAt = (planned: Date, now: Date): Date =>
  planned.getTime() > now.getTime() + TOO_FAR ? now : planned;

/** Returns what is due: an attempt at each effect whose moment has come. An attempt that fails delays no other. */
export function effectsDue<Service extends Core>(
  { kind, movedBy, waiting, attempt, atOnce }: Attempted<Service>,
): DueMoment<Service> {
  return {
    kind,
    movedBy,
    next: (ctx) => {
      let earliest: Date | null = null;
      for (const { at } of waiting(ctx)) if (earliest === null || at < earliest) earliest = at;
      return earliest && dueAt(earliest, ctx.now());
    },
    begin: async (ctx) => {
      const now = ctx.now();
      const due = [...waiting(ctx)].filter(({ at }) => dueAt(at, now) <= now);
      for (let from = 0; from < due.length; from += atOnce) {
        const ended = await Promise.allSettled(
          due.slice(from, from + atOnce).map(({ id }) => attempt(ctx, id)),
        );
        for (const each of ended) {
          if (each.status === "rejected") ctx.log.error(`Scheduled work failed: ${kind}`, each.reason);
        }
      }
    },
  };
}
