import type { SettingsDocument } from "../../../../store/planner/settings.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { Range } from "../../dates/range.ts";
import { type Busy, busyAround } from "./busy.ts";
import { ComputedConflict } from "./computed.ts";
import type { Demand } from "./demands.ts";
import { type DeadlineAtRisk, findDeadlineAtRisk, freeOfEvents } from "./deadlines.ts";
import { findConflicts } from "./find.ts";
import type { OpenTasks } from "./open_tasks.ts";

/** How many conflicts of a range are found, the earliest first: where all are against all, a shorter range finds the later ones. */
export const MAX_FOUND = 20_000;

type Deadlines = { demands: readonly Demand[]; conflicts: ComputedConflict<DeadlineAtRisk>[] };

/** The conflicts of a range. Those of what takes time are found once; deadlines at risk again whenever tasks have changed. */
export class ConflictsOfRange {
  readonly #others: readonly ComputedConflict[];
  readonly #busy: readonly Busy[];
  #free: ReturnType<typeof freeOfEvents> | null = null;
  #deadlines: Deadlines | null = null;
  #places: Map<string, number[]> | null = null;

  constructor(
    readonly ctx: Pick<Core, "store">,
    readonly range: Range,
    readonly now: number,
    readonly settings: SettingsDocument,
  ) {
    this.#busy = busyAround(ctx, range, settings);
    this.#others = findConflicts(this.#busy, range, settings, { most: MAX_FOUND }).map((found) =>
      new ComputedConflict(found)
    );
  }

  /** Returns all that were found. */
  all(tasks: OpenTasks): ComputedConflict[] {
    return [...this.#atRisk(tasks), ...this.#others];
  }

  /** Returns the ids of those of an artifact, one occurrence of it, or a task. */
  idsOf(tasks: OpenTasks, name: string): string[] {
    const deadlines = this.#atRisk(tasks);
    const demand = tasks.demandOf(name);
    const late = deadlines.filter(({ found }) => demand !== undefined && found.concerns(demand));
    this.#places ??= placesOf(this.#others);
    const others = this.#places.get(name) ?? [];
    return [...late, ...others.map((at) => this.#others[at]!)].map((conflict) => conflict.id);
  }

  #atRisk({ demands }: OpenTasks): readonly ComputedConflict<DeadlineAtRisk>[] {
    if (this.#deadlines?.demands !== demands) {
      const found = (demands[0]?.due ?? Infinity) <= this.range.to ? this.#findAtRisk(demands) : [];
      this.#deadlines = { demands, conflicts: found.map((one) => new ComputedConflict(one)) };
    }
    return this.#deadlines.conflicts;
  }

  #findAtRisk(demands: readonly Demand[]): DeadlineAtRisk[] {
    const { ctx, now, range, settings } = this;
    // Work is done from now on, also where the range begins later.
    const busy = now < range.from ? busyAround(ctx, { from: now, to: range.to }, settings) : this.#busy;
    const free = this.#free ??= freeOfEvents(now, range, busy, settings);
    return findDeadlineAtRisk(demands, { now, until: range.to, free }, settings);
  }
}

/** Returns the places of conflicts in their list, by the artifacts, occurrences and tasks that they are between. */
function placesOf(conflicts: readonly ComputedConflict[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { found: { parts } }] of conflicts.entries()) {
    for (const name of new Set(parts.flatMap(({ key, artifactId }) => [key, artifactId ?? key]))) {
      const known = places.get(name);
      if (known) known.push(at);
      else places.set(name, [at]);
    }
  }
  return places;
}
