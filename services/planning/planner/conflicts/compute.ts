import type { EventStore } from "../../../../store/event_store.ts";
import { handlersOf, onEvery } from "../../../../store/handlers.ts";
import { plannerSettingsStream } from "../../../../store/planner/settings_stream.ts";
import { plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { ownedBy } from "../../../ground/kernel/owned_by.ts";
import type { Range } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { ComputedConflict } from "./computed.ts";
import { ConflictsOfRange } from "./of_range.ts";
import { type OpenTasks, openTasksOf } from "./open_tasks.ts";

type Reader = Pick<Core, "store" | "now">;

const USUAL_DAYS = 14;
/** For how many ranges the conflicts are cached. */
const MAX_RANGES = 16;

/** The default range: the next 14 days from this minute on. */
export function conflictRange({ now }: Pick<Core, "now">, days = USUAL_DAYS): Range {
  const from = Math.floor(now().getTime() / 60_000) * 60;
  return { from, to: from + days * 86_400 };
}

/** Returns the conflicts of a range, by start, deadlines at risk first. */
export function computeConflicts(ctx: Reader, range: Range): readonly ComputedConflict[] {
  const tasks = openTasksOf(ctx);
  return known(ctx.store).of(ctx, range, tasks).all(tasks);
}

/** Returns the function to the ids of the conflicts of an artifact, one occurrence of it, or a task; by default in the next 14 days. */
export function conflictsOf(ctx: Reader, range = conflictRange(ctx)): (name: string) => string[] {
  const tasks = openTasksOf(ctx);
  const conflicts = known(ctx.store).of(ctx, range, tasks);
  return (name) => conflicts.idsOf(tasks, name);
}

/** The conflicts of ranges, until something that takes time changes, or the minute. */
class KnownConflicts {
  readonly #byRange = new Map<string, ConflictsOfRange>();
  #minute = NaN;
  #blocks: OpenTasks["blocks"] | null = null;

  constructor(store: EventStore) {
    store.projector.watchers.add(FOLDS, this);
  }

  /** They are computed again when they are next asked for. */
  undone(): void {
    this.#byRange.clear();
  }

  of(ctx: Reader, range: Range, { blocks }: OpenTasks): ConflictsOfRange {
    const minute = Math.floor(ctx.now().getTime() / 60_000);
    if (minute !== this.#minute || blocks !== this.#blocks || this.#byRange.size > MAX_RANGES) this.undone();
    [this.#minute, this.#blocks] = [minute, blocks];
    const name = `${range.from} ${range.to}`;
    const conflicts = this.#byRange.get(name) ??
      new ConflictsOfRange(ctx, range, minute * 60, settingsOf(ctx));
    this.#byRange.set(name, conflicts);
    return conflicts;
  }
}

const on = handlersOf<KnownConflicts>();
const again = (conflicts: KnownConflicts) => conflicts.undone();

/** Every change but that of tasks: their reserved time is known from what is read of them. */
const FOLDS = [
  onEvery(plannerSettingsStream, again),
  on(plannerSourceStream, {
    "planner.source_configured": again,
    "planner.items_imported": again,
    "planner.items_removed": again,
    "planner.item_classified": again,
    "planner.item_labelled": again,
    "planner.refresh_finished": again,
    "planner_source.deleted": again,
  }),
];

const known = ownedBy((store: EventStore) => new KnownConflicts(store));
