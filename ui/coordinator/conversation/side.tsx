import { runWord } from "../../../store/shared/state_words.ts";
import { Link } from "../../kit/link.tsx";
import type { ComponentChildren } from "preact";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Time } from "../../kit/text/time.tsx";
import { baseName, firstLine } from "../../../client/words.ts";
import type { ConversationRun, Details } from "../types.ts";
import { ChecklistBadge, ChecklistItems } from "./checklist.tsx";
import { Guidance, Reports } from "./side_guidance.tsx";
import { Designs, Files, Plans } from "./side_plans.tsx";
import { SideSection } from "./side_section.tsx";
import type { ConversationStore } from "./store.ts";
import { SummarySection } from "./summary_section.tsx";

/** The side panel of a conversation: its runs, checks, plans, designs, files, guidance and reports. */
export function Side({ store, details, onOpenFile }: {
  store: ConversationStore;
  details: Details;
  onOpenFile: (path: string) => void;
}) {
  return (
    <aside class="talk-side" id="of-conversation" aria-label="In this conversation">
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

function Runs({ store, details: { queuedRunLinks, activeRunId, status } }: {
  store: ConversationStore;
  details: Details;
}) {
  return (
    <SideSection title="Runs" count={queuedRunLinks.length} open>
      <ul class="talk-list">
        {queuedRunLinks.map((run) => (
          <RunLine key={run.id} run={run} active={run.id === activeRunId}>
            {run.id !== activeRunId && status === "active" && (
              <Button
                small
                busy={store.busy.value}
                label={`Discuss this run: ${firstLine(run.request)}`}
                onPress={() => store.activate(run.id)}
              >
                Discuss this run
              </Button>
            )}
          </RunLine>
        ))}
      </ul>
    </SideSection>
  );
}

function RunLine(
  { run, active, children }: { run: ConversationRun; active: boolean; children: ComponentChildren },
) {
  return (
    <li>
      <Link class="one-line talk-run" to={run.id} title={run.request}>
        <ShownText text={firstLine(run.request)} />
      </Link>
      <div class="row">
        <Status status={runWord(run)} />
        {active && <Badge title="Messages are about this run unless they name another.">active</Badge>}
        {run.approvalId && run.status === "waiting" && (
          <Link class="button button-primary button-small" to={run.approvalId}>Review</Link>
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
    <SideSection title="Checks before a run" count={preRunChecklistRecords.length}>
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
    </SideSection>
  );
}
