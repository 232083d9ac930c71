import type { EventOf } from "../stream.ts";
import type { enterEvents } from "./enter_events.ts";
import type { TaskSessionDocument } from "./task_session.ts";

type EnterEvent = EventOf<typeof enterEvents>;

const MAX_VISITS = 20;

/** A task session after a person requested to enter, entered, left, or their changes were captured. */
export function withPerson(session: TaskSessionDocument, event: EnterEvent): TaskSessionDocument {
  switch (event.type) {
    case "task_session.enter_requested":
      return { ...session, enterRequested: { ...event.data, at: event.at } };
    case "task_session.entered": {
      const { enterRequested: _, statusReason: _1, statusDetail: _2, finishedAt: _3, ...open } = session;
      const who = event.data.by ?? "A person";
      const waitingFor = {
        kind: "input" as const,
        id: session.id,
        since: event.at,
        detail: `${who} is working in the task "${session.title}". To let it continue, run ` +
          `agent-harness hand-back ${session.runId}`,
      };
      return { ...open, status: "waiting", waitingFor, entered: { ...event.data, at: event.at } };
    }
    case "task_session.hand_back_requested": {
      const { waitingFor: _, statusReason: _1, statusDetail: _2, finishedAt: _3, ...open } = session;
      const entered = session.entered && { ...session.entered, leftAt: event.at };
      return { ...open, status: "queued", card: "todo", ...(entered && { entered }) };
    }
    case "task_session.handed_back":
      return afterVisit(session, event);
  }
}

function afterVisit(
  session: TaskSessionDocument,
  { data, at }: Extract<EnterEvent, { type: "task_session.handed_back" }>,
): TaskSessionDocument {
  const { entered, unseen: before, ...rest } = session;
  if (!entered) return session;
  const { commit, tree, files, paths, unseen = [] } = data;
  const visit = {
    ...(entered.by !== undefined && { by: entered.by }),
    enteredAt: entered.at,
    handedBackAt: entered.leftAt ?? at,
    before: { commit: entered.commit, tree: entered.tree },
    after: { commit, tree },
    files,
    paths,
  };
  return {
    ...rest,
    resumeFrom: { commit },
    visits: [...session.visits ?? [], visit].slice(-MAX_VISITS),
    ...(unseen.length > 0 && { unseen: { from: before?.from ?? entered.from, paths: unseen } }),
    ...(entered.done !== undefined && { finished: entered.done }),
  };
}

/** Without the person who is in it or wants to be, and without all that depends on one. */
export function withoutPerson<Session extends Partial<TaskSessionDocument>>(
  { enterRequested: _, entered: _1, unseen: _2, finished: _3, ...rest }: Session,
): Omit<Session, "enterRequested" | "entered" | "unseen" | "finished"> {
  return rest;
}
