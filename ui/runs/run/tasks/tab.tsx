import { Link } from "../../../kit/link.tsx";
import { useEffect } from "preact/hooks";
import { Status } from "../../../kit/badge.tsx";
import { Banner } from "../../../kit/banner.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { Skeleton } from "../../../kit/skeleton.tsx";
import { useQuery, useShortcuts } from "../../../shell/mod.ts";
import { isNext, type RunWorkspace, titleOf } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { TaskView } from "./task_view.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";

/** The task sessions of the run, and the activity of one of them. */
export function TasksTab({ store, workspace }: { store: RunStore; workspace: RunWorkspace }) {
  const [query, change] = useQuery();
  const sessions = workspace.taskSessions;
  const wanted = sessions.find(({ id }) => id === query.session) ??
    sessions.find(({ status }) => status === "running") ?? sessions[0];
  const id = wanted?.id ?? null;
  useEffect(() => {
    if (store.sessionId.value !== id) store.session.set(null);
    store.sessionId.value = id;
    void store.session.refresh();
  }, [id, workspace]);
  const step = (steps: number) => {
    const at = sessions.findIndex((session) => session.id === id);
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, at + steps))];
    if (next) change({ session: next.id });
  };
  useShortcuts([
    { keys: "j", does: "Next task", group: "Move", run: () => step(1) },
    { keys: "k", does: "Previous task", group: "Move", run: () => step(-1) },
  ]);
  if (sessions.length === 0) {
    return (
      <EmptyState title="No tasks yet">
        <p>The request is split into tasks when the run is planned.</p>
      </EmptyState>
    );
  }
  const details = store.session.value.value;
  return (
    <div class="tasks">
      <nav class="panel task-list" aria-label="Task sessions">
        {sessions.map((session) => (
          <Link
            key={session.id}
            class="task-link"
            to={store.id}
            query={`tab=tasks&session=${session.id}`}
            aria-current={session.id === id ? "true" : undefined}
          >
            <span class="session-name">
              <ShownText as="span" class="one-line" text={titleOf(session)} />
              {session.machine && <span class="hint small one-line">on {session.machine.name}</span>}
            </span>
            <Status status={session.status} quiet={isNext(session)} />
          </Link>
        ))}
      </nav>
      <div class="stack">
        {store.session.problem.value && <Banner tone="warning">{store.session.problem.value}</Banner>}
        {details && details.id === id
          ? <TaskView key={details.id} task={details} store={store} />
          : <Skeleton lines={5} />}
      </div>
    </div>
  );
}
