import { runWord } from "../../store/shared/state_words.ts";
import { Link } from "../kit/link.tsx";
import type { ComponentChildren } from "preact";
import { Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Time, Worked } from "../kit/text/time.tsx";
import { baseName, counted, firstLine } from "../../client/words.ts";
import { useFrame } from "../shell/mod.ts";
import type { OverviewState } from "../shell/overview.ts";
import { placeWords } from "../runs/types.ts";
import { type HomeStore, SOON_DAYS } from "./store.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

function Section({ id, title, count, actions, empty, hint, children }: {
  id: string;
  title: string;
  count: number;
  actions?: ComponentChildren;
  empty: string;
  hint?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {count > 0 && <span class="count">{count}</span>}
        <span class="grow" />
        {actions}
      </div>
      {hint && <p class="panel-body hint small">{hint}</p>}
      {count === 0 ? <p class="panel-body hint">{empty}</p> : <ul class="line-list">{children}</ul>}
    </section>
  );
}

/** The runs in progress that do not wait for a person. */
export function Running({ snapshot }: { snapshot: OverviewState }) {
  const runs = snapshot.activeRunSummaries.filter(({ status }) =>
    status === "running" || status === "queued"
  );
  return (
    <Section id="now-running" title="Now running" count={runs.length} empty="No runs in progress.">
      {runs.map((run) => (
        <li key={run.id} class="line">
          <Link class="line-title one-line" to={run.id}>
            <ShownText text={firstLine(run.request)} />
          </Link>
          <Status status={runWord(run)} />
          <span class="hint small line-detail one-line">
            {baseName(run.repoPath)} ·{" "}
            {run.queuePlace === null ? <Worked work={run.work} /> : placeWords(run.queuePlace)}
            {run.openTaskSessions > 0 && ` · ${counted(run.openTaskSessions, "open task")}`}
            {run.nextMove && run.nextMove.owner !== "worker" && (
              <ShownLines
                text={` · ${run.nextMove.what}`}
              />
            )}
          </span>
        </li>
      ))}
    </Section>
  );
}

/** The next scheduled items, each automation once. */
export function NextUp({ store }: { store: HomeStore }) {
  const all = store.due.value.value ?? [];
  const due = [...Map.groupBy(all, ({ id, automationId }) => automationId ?? id).values()].slice(0, 8)
    .map((events) => ({ event: events[0]!, later: events.length - 1 }));
  return (
    <Section
      id="next-up"
      title="Next scheduled"
      count={due.length}
      empty="Nothing is due in the next 30 days."
      hint={`What is due in the next 30 days. Approvals are listed from ${SOON_DAYS} days before they expire.`}
    >
      {due.map(({ event, later }) => (
        <li key={event.id} class="line">
          <a class="line-title one-line" href={event.href}>
            <ShownText text={event.title} />
          </a>
          <Time at={event.start} />
          <span class="hint small line-detail one-line">
            <ShownLines text={event.detail} />
            {later > 0 && ` · ${counted(later, "more time")}`}
          </span>
        </li>
      ))}
    </Section>
  );
}

/** The failed runs that were not retried or archived. */
export function Failures({ snapshot }: { snapshot: OverviewState }) {
  const { navigate, places } = useFrame();
  const failures = snapshot.recentFailures;
  return (
    <Section
      id="recent-failures"
      title="Recent failures"
      count={failures.length}
      empty="No failed runs need attention. Retrying or archiving a run takes it off this list."
    >
      {failures.map((run) => (
        <li key={run.id} class="line">
          <Link class="line-title one-line" to={run.id}>
            <ShownText text={firstLine(run.request)} />
          </Link>
          <Button small onPress={() => navigate(`${places.pathOf(run.id)}?retry=1`)}>Retry …</Button>
          <span class="hint small line-detail wrap-anywhere">
            <ShownLines text={run.statusDetail ?? run.statusReason ?? "Failed."} /> ·{" "}
            <Time at={run.failedAt} />
          </span>
        </li>
      ))}
    </Section>
  );
}

/** The runs that ended since the person last marked them as seen. */
export function Done({ store }: { store: HomeStore }) {
  const done = store.done.value;
  const since = store.lookedAt.value;
  return (
    <Section
      id="done"
      title={since ? "Finished since your last visit" : "Done"}
      count={done.length}
      empty="Nothing has finished since your last visit."
      actions={done.length > 0 && <Button small onPress={store.markSeen}>Mark as seen</Button>}
    >
      {done.map((run) => (
        <li key={run.id} class="line">
          <Link class="line-title one-line" to={run.id}>
            <ShownText text={firstLine(run.request)} />
          </Link>
          <Status status={runWord(run)} />
          <span class="hint small line-detail one-line">
            {baseName(run.repoPath)}
            {run.statusDetail && <ShownLines text={` · ${run.statusDetail}`} />} ·{" "}
            {run.finishedAt && <Time at={run.finishedAt} />}
          </span>
        </li>
      ))}
    </Section>
  );
}
