import type { RunDocument } from "../../../../store/runs/document.ts";
import { PERSON } from "../../../../store/shared/session_states.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { byHandPatch } from "../../tasks/visit.ts";

type Requested = { by?: string | undefined; patches?: string[] };

/** Records that a person wants to step into a task session, in the caller's unit. */
export function requestEntry(ctx: Ctx, run: RunDocument, id: string, { by, patches }: Requested): void {
  const data = { ...(by !== undefined && { by }), ...(patches && { patches }) };
  const context = { ...contextOf(run), taskSessionId: id };
  record(ctx, taskSessionStream, id, [{ type: "task_session.enter_requested", data }], context);
}

/**
 * Asks a person back into a task session whose work is lost, if they are in it, want to be, or have handed something back: nobody
 * else can repeat what they did. Does nothing where there was no one.
 */
export function requestEntryAgain(ctx: Ctx, run: RunDocument, session: TaskSessionDocument): void {
  const { id, role, entered, enterRequested, visits = [] } = session;
  const patches = visits.flatMap(({ files }, i) => files > 0 ? [byHandPatch(id, i + 1)] : []);
  if (!entered && !enterRequested && role !== PERSON && patches.length === 0) return;
  const { by } = enterRequested ?? entered ?? visits.at(-1) ?? {};
  requestEntry(ctx, run, id, { by, ...(patches.length > 0 && { patches }) });
}
