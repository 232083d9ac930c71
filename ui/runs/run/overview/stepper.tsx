import { duration } from "../../../../client/words.ts";
import { useClock } from "../../../kit/text/time.tsx";
import { hasEnded, placeWords, type RunWorkspace } from "../../types.ts";

type Progress = RunWorkspace["progress"];
type Step = Progress["steps"][number];

const NAMES: Record<Step["id"], string> = { plan: "Plan", work: "Work", verify: "Verify", review: "Review" };
const MARKS: Record<Step["status"], string> = { done: "✓", active: "▸", waiting: "●", todo: "", ended: "✗" };
const WORDS: Record<Step["status"], string> = {
  done: "done",
  active: "in progress",
  waiting: "waiting",
  todo: "not started",
  ended: "ended here",
};

/** The progress of the run: its steps with their durations without waiting, and the usual duration of the verifier. */
export function Stepper({ workspace: { run, progress } }: { workspace: RunWorkspace }) {
  const clock = useClock();
  const now = Math.max(clock.value, Date.now());
  const running = progress.activeSince === null ? 0 : Math.max(0, now - Date.parse(progress.activeSince));
  return (
    <div class="stepper-row">
      <ol class="stepper" aria-label="Steps of the run">
        {progress.steps.map((step) => (
          <li
            key={step.id}
            class={`stepper-step stepper-${step.status}`}
            aria-current={step.status === "active" || step.status === "waiting" ? "step" : undefined}
          >
            <span class="stepper-mark" aria-hidden="true">{MARKS[step.status]}</span>
            <span>{NAMES[step.id]}</span>
            <span class="visually-hidden">{WORDS[step.status]}</span>
            <span class="hint small numbers">{detailOf(step, progress, running)}</span>
          </li>
        ))}
      </ol>
      {progress.queuePlace !== null && (
        <span class="hint small">
          {placeWords(progress.queuePlace)}
        </span>
      )}
      {run.startedAt && !hasEnded(run) && progress.restedMilliseconds > 1000 && (
        <span class="hint small">waited {duration(progress.restedMilliseconds)}, not counted</span>
      )}
    </div>
  );
}

function detailOf(
  step: Step,
  { tasksDone, tasks, usualVerifyMilliseconds }: Progress,
  running: number,
): string {
  const milliseconds = step.milliseconds + (step.status === "active" ? running : 0);
  const parts = [
    ...(step.id === "work" && tasks > 1 ? [`${tasksDone}/${tasks}`] : []),
    ...(milliseconds > 0 ? [duration(milliseconds)] : []),
    ...(step.id === "verify" && usualVerifyMilliseconds !== null &&
        (step.status === "todo" || step.status === "active")
      ? [`usually ${duration(usualVerifyMilliseconds)}`]
      : []),
  ];
  return parts.join(", ");
}

/** The time that the run worked, without waiting. */
export function AtWork({ progress }: { progress: Progress }) {
  const clock = useClock();
  const now = Math.max(clock.value, Date.now());
  const running = progress.activeSince === null ? 0 : Math.max(0, now - Date.parse(progress.activeSince));
  const total = progress.steps.reduce((sum, { milliseconds }) => sum + milliseconds, running);
  return (
    <>
      <span class="numbers">{duration(total)}</span>
      {progress.restedMilliseconds > 1000 && (
        <span class="hint small">{` plus ${duration(progress.restedMilliseconds)} of waiting`}</span>
      )}
    </>
  );
}
