import { IdLink } from "../../../kit/id_link.tsx";
import { Link } from "../../../kit/link.tsx";
import { Copy } from "../../../kit/text/code.tsx";
import { Time } from "../../../kit/text/time.tsx";
import type { RunWorkspace } from "../../types.ts";
import { Origin } from "./origin.tsx";
import { PolicyOf } from "./policy.tsx";
import { RepositoryPath } from "./repository_path.tsx";
import { SetupOf } from "./setup.tsx";
import { ShownLines } from "../../../kit/text/shown_text.tsx";

const KEEPERS = {
  run: "the run itself",
  repository: "its repository",
  profile: "the profile of a task",
} as const;

/** The properties of a run: what it was asked with, where, and what came of it. */
export function Facts({ workspace: { run, placement, automation } }: { workspace: RunWorkspace }) {
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
          {run.race
            ? `a race of ${run.race.contenders}`
            : run.worker
            ? [run.worker.provider, run.worker.model].filter(Boolean).join(" · ")
            : "selected by the service"}
        </dd>
        <dt>Verifier</dt>
        <dd>
          {run.verifier ? <ShownLines as="code" text={run.verifier.command} /> : "none"}
        </dd>
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
        <ShownLines as="dd" class="wrap-anywhere" text={run.networkSummary} />
        <PolicyOf run={run} />
        {run.workflowId && (
          <>
            <dt>Workflow</dt>
            <dd>
              <IdLink id={run.workflowId} />, version {run.workflowVersion}{" "}
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
