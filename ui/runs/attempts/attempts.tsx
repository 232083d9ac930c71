import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted } from "../../../client/words.ts";
import { Badge } from "../../kit/badge.tsx";
import { DiffText } from "../../kit/text/diff_text.tsx";
import { Code } from "../../kit/text/code.tsx";
import { useFrame } from "../../shell/mod.ts";
import { hasEnded, type Run, type RunWorkspace } from "../types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

type Attempt = RunWorkspace["attempts"][number];

/** The words and tones of a verification. */
export const OUTCOMES = {
  passed: { word: "passed", tone: "good" },
  failed: { word: "failed", tone: "bad" },
  not_verified: { word: "not verified", tone: "warning" },
} as const;

/**
 * The attempts of a run side by side, each with its patch and the verifier's output, without those that a race shows; renders
 * nothing for only one.
 */
export function Attempts({ workspace: { run, attempts: all } }: { workspace: RunWorkspace }) {
  const attempts = all.filter(({ contender }) => contender === null);
  if (attempts.length < 2) return null;
  return (
    <section class="panel" aria-labelledby="attempts">
      <div class="panel-head">
        <h2 id="attempts">Attempts</h2>
        {run.fixing?.ended && (
          <ShownLines as="span" class="hint small wrap-anywhere" text={run.fixing.ended.detail} />
        )}
      </div>
      <div class="panel-body">
        <AttemptList run={run} attempts={attempts} />
      </div>
    </section>
  );
}

/** Attempts side by side, each with its patch and the verifier's output. */
export function AttemptList({ run, attempts }: { run: Run; attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts">
      {attempts.map((attempt) => <OneAttempt key={attempt.id} run={run} attempt={attempt} />)}
    </ol>
  );
}

function OneAttempt({ run, attempt }: { run: Run; attempt: Attempt }) {
  const { round, outcome, current, lost, files, additions, deletions, failures, patchPath, outputPath } =
    attempt;
  return (
    <li class="attempt stack">
      <div class="row">
        <strong>Round {round}</strong>
        <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</Badge>
        {current && !hasEnded(run) && <Badge tone="info">current</Badge>}
        {lost && <Badge tone="warning">lost and done again</Badge>}
      </div>
      <p class="hint small numbers">
        {counted(files, "file")}, +{additions} −{deletions}
        {failures.length > 0 && ` · ${counted(failures.length, "failure")}`}
      </p>
      {patchPath && <Text runId={run.id} path={patchPath} label="Patch" round={round} />}
      {outputPath && <Text runId={run.id} path={outputPath} label="Output" round={round} />}
    </li>
  );
}

/** The text of an artifact, loaded when it is opened; of a long output its end, where the failures are. */
function Text({ runId, path, label, round }: { runId: string; path: string; label: string; round: number }) {
  const { call } = useFrame();
  const text = useSignal<string | null>(null);
  useEffect(() => {
    const part = (offset: number) =>
      call("GET /runs/:id/artifact", { params: { id: runId }, query: { path, offset } });
    const load = async () => {
      const { content, next, size } = await part(0);
      if (content === null) return "This file is not text.";
      if (next === null) return content;
      return label === "Output"
        ? `[…] The full text is in the artifacts.\n${(await part(size - next)).content}`
        : `${content}\n[…] The full text is in the artifacts.`;
    };
    load().then((loaded) => text.value = loaded, (error) => text.value = messageOf(error));
  }, [path]);
  return (
    <details open>
      <summary>{label}</summary>
      <div class="attempt-text">
        {label === "Patch" && text.value
          ? <DiffText text={text.value} label={`${label} of round ${round}`} />
          : <Code text={text.value ?? "…"} label={`${label} of round ${round}`} />}
      </div>
    </details>
  );
}
