import { bundleOf } from "../../../../client/patch.ts";
import { counted } from "../../../../client/words.ts";
import { ChangeBadge, LineCounts } from "../../../approvals/review/diff/change_badge.tsx";
import { Badge } from "../../../kit/badge.tsx";
import { Link } from "../../../kit/link.tsx";
import { Markdown } from "../../../kit/text/markdown.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { type RunWorkspace, type TaskSession, titleOf } from "../../types.ts";
import { OUTCOMES } from "../../attempts/attempts.tsx";
import { AtWork } from "./stepper.tsx";

/**
 * What the task that was worked on last says that it did, which nobody checked; after a race, a task of what was picked. Renders
 * nothing before that.
 */
export function Said({ workspace: { run, taskSessions } }: { workspace: RunWorkspace }) {
  const picked = run.race?.picked;
  const counts = ({ contender }: TaskSession) =>
    !picked || contender === undefined || picked.includes(contender);
  const last = taskSessions.filter((session) => session.result?.summary && counts(session))
    .toSorted((a, b) => (a.dispatch.finishedAt ?? "").localeCompare(b.dispatch.finishedAt ?? "")).at(-1);
  if (!last) return null;
  return (
    <section class="panel" aria-labelledby="said-last">
      <div class="panel-head">
        <h2 id="said-last">Said last</h2>
        {taskSessions.length > 1 && <ShownText as="span" class="hint small one-line" text={titleOf(last)} />}
      </div>
      <div class="panel-body said-last" tabIndex={0} role="region" aria-label="Summary of the worker">
        <Markdown text={last.result!.summary} />
      </div>
    </section>
  );
}

/** The maximum number of files that are listed; the rest are in the review. */
const MAX_LISTED = 12;

/** The files of the newest patch that was shown and not withdrawn, with a link to its diff. */
export function Changed({ workspace: { run, approvals } }: { workspace: RunWorkspace }) {
  const approval = approvals.find((each) => bundleOf(each) !== null && each.status !== "superseded");
  const bundle = approval && bundleOf(approval);
  if (!bundle) return null;
  const { files, stats } = bundle;
  return (
    <section class="panel" aria-labelledby="changed">
      <div class="panel-head">
        <h2 id="changed">{run.appliedAt ? "What changed" : "What would change"}</h2>
        <span class="hint small numbers">
          {counted(stats.files, "file")}, +{stats.additions} −{stats.deletions}
        </span>
        <Link class="button button-small" to={approval.id}>Open the diff</Link>
      </div>
      <ul class="changed-files">
        {files.slice(0, MAX_LISTED).map((file) => (
          <li key={file.id}>
            <ChangeBadge file={file} rename={undefined} />
            <ShownText as="span" class="mono wrap-anywhere grow" text={file.path} />
            <LineCounts file={file} />
          </li>
        ))}
        {files.length > MAX_LISTED && <li class="hint">and {files.length - MAX_LISTED} more</li>}
      </ul>
    </section>
  );
}

/** The verifications of the run, the newest first. */
export function Proof({ workspace: { evaluations } }: { workspace: RunWorkspace }) {
  if (evaluations.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="proof">
      <div class="panel-head">
        <h2 id="proof">Proof</h2>
      </div>
      <ul class="panel-body verifications">
        {evaluations.toReversed().map(({ id, outcome, detail, round, at }, i, all) => (
          <li key={id}>
            <Badge tone={i === 0 ? OUTCOMES[outcome].tone : "neutral"}>{OUTCOMES[outcome].word}</Badge>{" "}
            {/* The same sentence for several rounds is said once. */}
            {detail !== all[i - 1]?.detail && (
              <>
                <ShownText as="span" class="wrap-anywhere" text={detail} />
                {" "}
              </>
            )}
            <span class="hint small">
              {all.length > 1 && `round ${round} · `}
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The time of the run without waiting, and the calls of models by its tasks, with their tokens and price where known. */
export function Cost({ workspace: { run, progress, taskSessions } }: { workspace: RunWorkspace }) {
  if (!run.startedAt) return null;
  const calls = taskSessions.flatMap(({ modelCalls }) => modelCalls);
  const sum = (key: "inputTokens" | "outputTokens" | "costUsd") =>
    calls.reduce((total, call) => total + (call[key] ?? 0), 0);
  const price = sum("costUsd");
  return (
    <section class="panel" aria-labelledby="cost">
      <div class="panel-head">
        <h2 id="cost">Cost</h2>
        <span class="hint small numbers">
          <AtWork progress={progress} />
          {calls.length > 0 &&
            ` · ${counted(calls.length, "call")} of models, ${sum("inputTokens").toLocaleString("en")} → ${
              sum("outputTokens").toLocaleString("en")
            } tokens`}
          {price > 0 && ` · $${Number(price.toPrecision(2))}`}
        </span>
      </div>
    </section>
  );
}
