import { bundleOf } from "../../../../client/patch.ts";
import { counted } from "../../../../client/words.ts";
import { approvalWord } from "../../../../store/shared/state_words.ts";
import { ChangeBadge, LineCounts } from "../../../approvals/review/diff/change_badge.tsx";
import { Badge, Status } from "../../../kit/badge.tsx";
import { Panel } from "../../../kit/panel.tsx";
import { Skeleton } from "../../../kit/skeleton.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { isNext, type RunDetails } from "../../types.ts";
import { OUTCOMES } from "../../attempts/attempts.tsx";
import type { MomentStore } from "../state/moment.ts";

/** The run as it was: only what the log says, and nothing that can be decided. */
export function MomentView({ moment: { run } }: { moment: MomentStore }) {
  const then = run.value.value;
  if (then) return <Then run={then} />;
  // The banner says what went wrong.
  return run.problem.value === null ? <Skeleton lines={6} /> : null;
}

function Then({ run }: { run: RunDetails }) {
  return (
    <div class="moment-view">
      <div class="stack">
        <Panel title="State">
          <ShownText as="p" class="wrap-anywhere" text={run.summary} />
          <Steps jobs={run.jobs} />
          <LeftOut absent={run.absent ?? []} />
        </Panel>
        <Checkpoints approvals={run.approvals} />
        <Cost run={run} />
      </div>
      <div class="stack">
        <Tasks tasks={run.tasks} />
        <Files run={run} />
        <Attempts attempts={run.attempts} />
      </div>
    </div>
  );
}

const STEPS = {
  done: { tone: "good", mark: "✓" },
  current: { tone: "info", mark: "▸" },
  pending: { tone: "neutral", mark: "" },
} as const;

function Steps({ jobs }: Pick<RunDetails, "jobs">) {
  return (
    <ol class="moment-steps" aria-label="Steps of the run">
      {jobs.map(({ id, step, status }) => (
        <li key={id} aria-current={status === "current" ? "step" : undefined}>
          <Badge tone={STEPS[status].tone}>
            {STEPS[status].mark && <span aria-hidden="true">{STEPS[status].mark}</span>}
            {step.replaceAll("_", " ")}
          </Badge>
          <span class="visually-hidden">{status}</span>
        </li>
      ))}
    </ol>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  nextMove: "who acts next",
  placement: "where its work may be done",
};

function LeftOut({ absent }: { absent: readonly string[] }) {
  if (absent.length === 0) return null;
  return (
    <p class="hint small">
      Left out, as the log does not say it: {absent.map((name) => WORDS[name] ?? name).join(", ")}.
    </p>
  );
}

function Tasks({ tasks }: Pick<RunDetails, "tasks">) {
  if (tasks.length === 0) return null;
  return (
    <Panel title="Tasks" count={tasks.length} flush>
      <ul class="line-list">
        {tasks.map((task) => (
          <li key={task.id} class="line">
            <ShownText as="span" class="wrap-anywhere" text={task.title} />
            <Status status={task.status} quiet={isNext(task)} />
            <span class="hint small line-detail wrap-anywhere">
              <ShownText
                text={task.statusDetail ?? task.waitingFor?.detail ?? task.result?.summary ??
                  `${task.provider} · ${task.model}, attempt ${task.attempt}`}
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Checkpoints({ approvals }: Pick<RunDetails, "approvals">) {
  if (approvals.length === 0) return null;
  return (
    <Panel title="Checkpoints" count={approvals.length} flush>
      <ul class="line-list">
        {approvals.map((approval) => (
          <li key={approval.id} class="line">
            <ShownText as="span" class="wrap-anywhere" text={approval.title} />
            <span class="hint small">{approvalWord(approval)}</span>
            <span class="hint small line-detail">
              {approval.policyClass} · {approval.risk} risk
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The files of the patch that was shown last. */
function Files({ run: { approvals, appliedAt } }: { run: RunDetails }) {
  const bundle = approvals.map(bundleOf).find((each) => each !== null);
  if (!bundle) return null;
  return (
    <Panel title={appliedAt ? "What changed" : "What would change"} count={bundle.stats.files} flush>
      <ul class="changed-files">
        {bundle.files.map((file) => (
          <li key={file.id}>
            <ChangeBadge file={file} rename={undefined} />
            <ShownText as="span" class="mono wrap-anywhere grow" text={file.path} />
            <LineCounts file={file} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Attempts({ attempts }: Pick<RunDetails, "attempts">) {
  if (attempts.length === 0) return null;
  return (
    <Panel title="Attempts" count={attempts.length} flush>
      <ul class="line-list">
        {attempts.map(({ id, round, outcome, detail }) => (
          <li key={id} class="line">
            <span>Round {round}</span>
            <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</Badge>
            <ShownText as="span" class="hint small line-detail wrap-anywhere" text={detail} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Cost({ run: { routing } }: { run: RunDetails }) {
  if (!routing || routing.actual.calls === 0) return null;
  const { calls, inputTokens, outputTokens, costUsd } = routing.actual;
  return (
    <Panel title="Cost">
      <p class="numbers">
        {counted(calls, "call")} of models, {inputTokens.toLocaleString("en")} →{" "}
        {outputTokens.toLocaleString("en")} tokens, ${Number(costUsd.toPrecision(2))}
      </p>
    </Panel>
  );
}
