import type { EventStore } from "../../../store/event_store.ts";
import type { Core } from "../../kernel/context.ts";
import { computeConflicts, conflictRange } from "./list.ts";

type Known = { head: number; minute: number; byPart: Map<string, string[]> };

const known = new WeakMap<EventStore, Known>();

/** The ids of the conflicts of the next 14 days in which an artifact or a task takes part; computed once for each state. */
export function conflictsOf(ctx: Pick<Core, "store" | "now">, id: string): string[] {
  const { head } = ctx.store;
  const minute = Math.floor(ctx.now().getTime() / 60_000);
  let at = known.get(ctx.store);
  if (!at || at.head !== head || at.minute !== minute) {
    const byPart = new Map<string, string[]>();
    for (const { id: conflictId, found: { parts } } of computeConflicts(ctx, conflictRange(ctx))) {
      for (const part of new Set(parts.map(({ artifactId, taskId }) => artifactId ?? taskId!))) {
        byPart.set(part, [...byPart.get(part) ?? [], conflictId]);
      }
    }
    known.set(ctx.store, at = { head, minute, byPart });
  }
  return at.byPart.get(id) ?? [];
}
