import { Link } from "../../../kit/link.tsx";
import { Copy } from "../../../kit/text/code.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { bytes, counted, firstLine } from "../../../../client/words.ts";
import { type RunWorkspace } from "../../types.ts";
import { approvalWord } from "../../../../store/shared/state_words.ts";
import { Attempts } from "./attempts.tsx";
import { Changed, Cost, Proof, Said } from "./result.tsx";
import { Origin } from "./origin.tsx";
import { PlanGraph } from "./plan_graph.tsx";
import { RepositoryPath } from "./repository_path.tsx";
import { TranscriptPane } from "../transcript/pane.tsx";
import { PolicyOf } from "./policy.tsx";
import { SetupOf } from "./setup.tsx";
import { WorkflowGraph } from "./workflow_graph.tsx";

/** The overview of a run: what was asked, said and changed, the proof and the cost, then its plan and properties. */
export function OverviewTab({ workspace }: { workspace: RunWorkspace }) {
  const { run, delegationPlan, latestCoordinatorReport } = workspace;
  return (
    <>
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
              {delegationPlan.note && <p class="hint">{delegationPlan.note}</p>}
              {run.workflowId ? <WorkflowGraph workspace={workspace} /> : <PlanGraph workspace={workspace} />}
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
              <p class="panel-body request-text">{latestCoordinatorReport.summary}</p>
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
        {request}
      </p>
    </section>
  );
}

const KEEPERS = {
  run: "the run itself",
  repository: "its repository",
  profile: "the profile of a task",
} as const;

function Facts({ workspace: { run, placement, automation } }: { workspace: RunWorkspace }) {
  return (
    <section class="panel" aria-labelledby="facts">
      <div class="panel-head">
        <h2 id="facts">Facts</h2>
      </div>
      <dl class="panel-body facts">
        <dt>Run</dt>
        <dd>
          <Copy text={run.id} what="the run's id" />
        </dd>
        <dt>Repository</dt>
        <dd>
          <RepositoryPath path={run.repoPath} />
        </dd>
        {run.base && (
          <>
            <dt>Base</dt>
            <dd>
              <Copy text={run.base.commit} shown={run.base.commit.slice(0, 12)} what="the base commit" />
            </dd>
          </>
        )}
        <dt>Requested by</dt>
        <dd>
          {run.createdBy}, <Time at={run.createdAt} />
        </dd>
        <dt>Worker</dt>
        <dd>
          {run.worker
            ? [run.worker.provider, run.worker.model].filter(Boolean).join(" · ")
            : "selected by the service"}
        </dd>
        <dt>Verifier</dt>
        <dd>{run.verifier ? <code>{run.verifier.command}</code> : "none"}</dd>
        <SetupOf run={run} />
        {placement.needs.length > 0 && (
          <>
            <dt>Needs</dt>
            <dd>{placement.needs.join(", ")}</dd>
          </>
        )}
        {placement.here && (
          <>
            <dt>Place</dt>
            <dd>this machine alone, which {KEEPERS[placement.here]} says</dd>
          </>
        )}
        <dt>Network</dt>
        <dd class="wrap-anywhere">{run.networkSummary}</dd>
        <PolicyOf run={run} />
        {run.workflowId && (
          <>
            <dt>Workflow</dt>
            <dd>
              <Link to={run.workflowId}>{run.workflowId}</Link>, version {run.workflowVersion}{" "}
              <code title={run.definitionSha256}>{run.definitionSha256?.slice(0, 12)}</code>
            </dd>
          </>
        )}
        <Origin automation={automation} />
        <dt>Attempt</dt>
        <dd>
          {run.attempt}
          {run.retryOfRunId && (
            <>
              , a retry of <Link to={run.retryOfRunId}>the run before</Link>
            </>
          )}
          {run.round > 1 && `, round ${run.round}`}
        </dd>
        {run.appliedAt && (
          <>
            <dt>Applied</dt>
            <dd>
              <Time at={run.appliedAt} />
            </dd>
          </>
        )}
      </dl>
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
            <Link class="line-title" to={approval.id}>{approval.title}</Link>
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
