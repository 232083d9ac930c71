import { Link } from "../../../kit/link.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { bytes, counted, firstLine } from "../../../../client/words.ts";
import { type RunWorkspace } from "../../types.ts";
import { approvalWord } from "../../../../store/shared/state_words.ts";
import { Attempts } from "../../attempts/attempts.tsx";
import { Changed, Cost, Proof, Said } from "./result.tsx";
import { RaceSection } from "../race/section.tsx";
import type { RunStore } from "../state/store.ts";
import { Facts } from "./facts.tsx";
import { PlanGraph } from "./plan_graph.tsx";
import { TranscriptPane } from "../transcript/pane.tsx";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";

/** The overview of a run: what was asked, said and changed, the proof and the cost, then its plan and properties. */
export function OverviewTab({ store, workspace }: { store: RunStore; workspace: RunWorkspace }) {
  const { run, delegationPlan, latestCoordinatorReport } = workspace;
  return (
    <>
      {run.race && <RaceSection store={store.race} workspace={workspace} />}
      <Asked request={run.request} />
      <div class="run-overview">
        <Said workspace={workspace} />
        <div class="stack run-result">
          <Changed workspace={workspace} />
          <Proof workspace={workspace} />
          <Cost workspace={workspace} />
          <Checkpoints workspace={workspace} />
        </div>
        <TranscriptPane key={run.id} run={run} sessions={workspace.taskSessions} />
      </div>
      <div class="run-overview">
        <div class="stack">
          <section class="panel" aria-labelledby="plan">
            <div class="panel-head">
              <h2 id="plan">Plan</h2>
              {delegationPlan.provider && (
                <span class="hint small">by {delegationPlan.provider} · {delegationPlan.model}</span>
              )}
            </div>
            <div class="panel-body">
              {delegationPlan.note && <ShownLines as="p" class="hint" text={delegationPlan.note} />}
              <PlanGraph workspace={workspace} />
            </div>
          </section>
          <Attempts workspace={workspace} />
          {latestCoordinatorReport && (
            <section class="panel" aria-labelledby="report">
              <div class="panel-head">
                <h2 id="report">Latest report</h2>
                <span class="hint small">
                  <Time at={latestCoordinatorReport.at} />
                </span>
              </div>
              <ShownLines as="p" class="panel-body request-text" text={latestCoordinatorReport.summary} />
            </section>
          )}
        </div>
        <div class="stack">
          <Facts workspace={workspace} />
        </div>
      </div>
    </>
  );
}

/** The request in full, if the title of the page is only a part of it. */
function Asked({ request }: { request: string }) {
  if (request.trim() === firstLine(request)) return null;
  return (
    <section class="panel" aria-labelledby="request">
      <div class="panel-head">
        <h2 id="request">Request</h2>
      </div>
      <p
        class="panel-body request-text asked-text"
        tabIndex={0}
        role="region"
        aria-label="The request in full"
      >
        <ShownLines text={request} />
      </p>
    </section>
  );
}

function Checkpoints({ workspace: { approvals } }: { workspace: RunWorkspace }) {
  if (approvals.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="checkpoints">
      <div class="panel-head">
        <h2 id="checkpoints">Checkpoints</h2>
      </div>
      <ul class="line-list">
        {approvals.map((approval) => (
          <li key={approval.id} class="line">
            <Link class="line-title" to={approval.id}>
              <ShownText text={approval.title} />
            </Link>
            <span class="hint small">{approvalWord(approval)}</span>
            <span class="hint small line-detail">
              {approval.policyClass} · {approval.risk} risk ·{" "}
              {counted(approval.evidence.length, "piece", "pieces")} of evidence,{" "}
              {bytes(approval.evidence.reduce((sum, { size }) => sum + size, 0))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
