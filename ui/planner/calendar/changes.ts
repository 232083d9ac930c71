import type { Frame } from "../../shell/mod.ts";
import type { CalendarAction } from "../common/types.ts";
import type { Block } from "./blocks.ts";
import type { LocalSpan } from "./spans.ts";

/** Which occurrences of a repeating event are meant. */
export type OccurrenceScope = "this" | "following" | "all";

/**
 * Returns the changes that the calendar makes. What is written here is written at once and can be undone; for what a server would get,
 * `onReview` is called with the planned change.
 */
export function createChanges({ call, toasts }: Frame, onReview: (action: CalendarAction) => void) {
  /** Writes a planned change, or shows it. Throws what the service refuses. */
  const carryOut = async (action: CalendarAction): Promise<void> => {
    if (action.approvalId !== null) return onReview(action);
    const { id: actionId, planSha256 } = action;
    const done = await call("POST /planner/calendar-actions/execute", { body: { actionId, planSha256 } });
    const undo = () =>
      void toasts.attempt(async () =>
        await carryOut(await call("POST /planner/calendar-actions", { body: { undoOf: actionId } }))
      );
    const said = [done.result?.detail ?? `The change is ${done.status}.`, ...done.warnings];
    toasts.say(said.join(" "), { action: { label: "Undo", run: undo } });
  };
  const setAside = async (block: Block, { start, durationMinutes }: LocalSpan): Promise<void> => {
    const params = { id: block.key };
    await call("POST /planner/tasks/:id/schedule", { params, body: { start, durationMinutes } });
    const before = {
      start: new Date(block.start).toISOString(),
      end: new Date(block.end).toISOString(),
      pinned: block.pinned ?? true,
    };
    const undo = () =>
      void toasts.attempt(() => call("POST /planner/tasks/:id/schedule", { params, body: before }));
    toasts.say(`${block.title} is moved.`, { action: { label: "Undo", run: undo } });
  };
  return {
    /** Creates an event. Throws what the service refuses. */
    create: async (title: string, span: LocalSpan) =>
      await carryOut(
        await call("POST /planner/calendar-actions", {
          body: { action: "create", event: { title, ...span } },
        }),
      ),
    /** Moves an event, or the time that is set aside for a task. Throws what the service refuses. */
    move: async (block: Block, span: LocalSpan, scope?: OccurrenceScope) => {
      if (block.kind === "task") return await setAside(block, span);
      const body = { action: "move" as const, artifactId: block.key, event: span, ...(scope && { scope }) };
      await carryOut(await call("POST /planner/calendar-actions", { body }));
    },
  };
}

/** The changes of the calendar. */
export type CalendarChanges = ReturnType<typeof createChanges>;
