import type { ComponentChildren } from "preact";
import { ShownLines } from "../../approvals/review/shown_lines.tsx";
import { ShownText } from "../../approvals/review/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { Time } from "../../kit/time.tsx";
import { baseName, bytes, firstLine, shortId } from "../../kit/words.ts";
import { reviewPath, runPath } from "../paths.ts";
import { neutralLines } from "../neutral_lines.ts";
import type { Details, Run } from "../types.ts";
import { ChecklistBadge, ChecklistItems } from "./checklist.tsx";
import { PlanChange } from "./effects.tsx";
import type { ConversationStore } from "./store.ts";
import { SummarySection } from "./summary_section.tsx";

/** What a conversation led to and what it holds: runs, checks, plans, designs, files, guidance, reports. */
export function Side({ store, details, onOpenFile }: {
  store: ConversationStore;
  details: Details;
  onOpenFile: (path: string) => void;
}) {
  return (
    <aside class="talk-side" id="of-conversation" aria-label="Of this conversation">
      <Runs store={store} details={details} />
      <Checklists details={details} />
      <Plans store={store} />
      <Designs store={store} />
      <Files details={details} onOpenFile={onOpenFile} />
      <Guidance details={details} />
      <Reports details={details} />
      {(details.counts.messages ?? 0) > 0 && <SummarySection store={store} />}
    </aside>
  );
}

/** One list at the side, folded or not; without anything in it, it is not there. */
function Section({ title, count, open, children }: {
  title: string;
  count: number;
  open?: boolean;
  children: ComponentChildren;
}) {
  if (count === 0) return null;
  return (
    <details class="panel talk-section" open={open ?? false}>
      <summary>
        <h2>{title}</h2>
        <span class="count">{count}</span>
      </summary>
      <div class="talk-section-body">{children}</div>
    </details>
  );
}

function Runs({ store, details: { queuedRunLinks, activeRunId, status } }: {
  store: ConversationStore;
  details: Details;
}) {
  return (
    <Section title="Runs" count={queuedRunLinks.length} open>
      <ul class="talk-list">
        {queuedRunLinks.map((run) => (
          <RunLine key={run.id} run={run} active={run.id === activeRunId}>
            {run.id !== activeRunId && status === "active" && (
              <Button
                small
                busy={store.busy.value}
                label={`Talk about this run: ${firstLine(run.request)}`}
                onPress={() => void store.activate(run.id)}
              >
                Talk about this
              </Button>
            )}
          </RunLine>
        ))}
      </ul>
    </Section>
  );
}

function RunLine({ run, active, children }: { run: Run; active: boolean; children: ComponentChildren }) {
  return (
    <li>
      <a class="one-line talk-run" href={runPath(run.id)} title={run.request}>
        <ShownText text={firstLine(run.request)} />
      </a>
      <div class="row">
        <Status status={run.status} />
        {active && <Badge title="Messages are about this run unless they name another.">active</Badge>}
        {run.approvalId && run.status === "waiting" && (
          <a class="button button-primary button-small" href={reviewPath(run.approvalId)}>Review</a>
        )}
        {children}
      </div>
      <p class="hint small wrap-anywhere">
        {baseName(run.repoPath)} · <Time at={run.updatedAt} />
        {run.statusDetail && (
          <>
            {" · "}
            <ShownText text={run.statusDetail} />
          </>
        )}
      </p>
    </li>
  );
}

function Checklists({ details: { preRunChecklistRecords } }: { details: Details }) {
  const [newest] = preRunChecklistRecords;
  return (
    <Section title="Checks before a run" count={preRunChecklistRecords.length}>
      {newest && (
        <>
          <p class="row small">
            <ChecklistBadge status={newest.status} />
            {newest.repoPath && <span class="wrap-anywhere">{baseName(newest.repoPath)}</span>}
            <Time at={newest.createdAt} />
          </p>
          <ChecklistItems checklist={newest} />
        </>
      )}
    </Section>
  );
}

function Plans({ store }: { store: ConversationStore }) {
  const plans = store.plans.value.value ?? [];
  return (
    <Section title="Plans" count={plans.length}>
      <ul class="talk-list">
        {plans.map((plan) => (
          <li key={plan.id}>
            <p class="row small">
              <a href={runPath(plan.runId)} title={plan.runId}>{shortId(plan.runId)}</a>
              <span>{plan.kind}, round {plan.round}</span>
              <PlanChange change={plan.changes} />
              <Time at={plan.createdAt} />
            </p>
            {plan.note && (
              <p class="small talk-words">
                <ShownLines text={plan.note} />
              </p>
            )}
            <ol class="talk-tasks small">
              {plan.tasks.map((task) => (
                <li key={task.id}>
                  <span class="wrap-anywhere">
                    <ShownText text={task.title} />
                  </span>{" "}
                  <Status status={task.status} />
                  {task.dependsOn.length > 0 && <span class="hint">after {task.dependsOn.join(", ")}</span>}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Designs({ store }: { store: ConversationStore }) {
  const docs = store.designDocs.value.value ?? [];
  return (
    <Section title="Designs" count={docs.length}>
      {docs.map((doc) => (
        <details key={doc.id}>
          <summary class="wrap-anywhere">
            <ShownText text={doc.title} />{" "}
            <span class="hint small">
              <Time at={doc.createdAt} />
            </span>
          </summary>
          <Markdown text={neutralLines(doc.content)} />
        </details>
      ))}
    </Section>
  );
}

function Files({ details: { files }, onOpenFile }: { details: Details; onOpenFile: (path: string) => void }) {
  return (
    <Section title="Files" count={files.length}>
      <ul class="talk-list">
        {files.map((file) => (
          <li key={file.path}>
            <button type="button" class="link-button wrap-anywhere" onClick={() => onOpenFile(file.path)}>
              <ShownText text={file.label} />
            </button>
            <p class="hint small">
              {file.mediaType} · {bytes(file.size)} · <Time at={file.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Guidance({ details: { guidanceLinks } }: { details: Details }) {
  return (
    <Section title="Guidance" count={guidanceLinks.length}>
      <ul class="talk-list">
        {guidanceLinks.map((guidance) => (
          <li key={guidance.id}>
            <p class="talk-words">
              <ShownLines text={guidance.content} />
            </p>
            <p class="row small">
              <Badge tone={guidance.status === "pending" ? "warning" : "neutral"}>{guidance.status}</Badge>
              {guidance.runId && <a href={`${runPath(guidance.runId)}?tab=tasks`}>Its task</a>}
              <Time at={guidance.at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reports({ details: { statusReportEvents } }: { details: Details }) {
  return (
    <Section title="Reports" count={statusReportEvents.length}>
      <ul class="talk-list">
        {statusReportEvents.map((report) => (
          <li key={report.id}>
            <p class="talk-words">
              <ShownLines text={report.summary} />
            </p>
            <p class="row small">
              <Badge>{report.kind.replaceAll("_", " ")}</Badge>
              {report.runId && <a href={runPath(report.runId)}>{shortId(report.runId)}</a>}
              <Time at={report.at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
