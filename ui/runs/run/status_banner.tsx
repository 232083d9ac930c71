import { Link } from "../../kit/link.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useFrame, useQuery } from "../../shell/mod.ts";
import { canStepIn, stepIn } from "./entering/step_in.ts";
import { isRejected } from "../../../store/shared/state_words.ts";
import { type RunWorkspace, waitsForPick } from "../types.ts";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";

/** The explanation of the run's state, and what would continue it. */
export function StatusBanner({ workspace }: { workspace: RunWorkspace }) {
  const { run } = workspace;
  const [, change] = useQuery();
  const frame = useFrame();
  if (run.status === "waiting" && run.waitingFor) return <Waiting workspace={workspace} />;
  if (isRejected(run)) {
    return (
      <Banner tone="info">
        <p>
          <strong>Rejected.</strong> <ShownLines text={run.statusDetail ?? ""} /> {written(workspace)}
        </p>
      </Banner>
    );
  }
  if (run.status === "failed") {
    return (
      <Banner tone="bad">
        <p>
          <strong>Failed.</strong>{" "}
          <ShownLines text={run.statusDetail ?? run.statusReason?.replaceAll("_", " ") ?? ""} />
        </p>
        <p>{written(workspace)}</p>
        <div class="row">
          <button type="button" class="link-button" onClick={() => change({ retry: "1" })}>
            Retry with corrections …
          </button>
          {workspace.taskSessions.filter((task) => canStepIn(run, task)).slice(0, 3).map((task) => (
            <button
              key={task.id}
              type="button"
              class="link-button"
              onClick={() => void stepIn(frame, run.id, task.taskId)}
            >
              Step into “<ShownText text={task.title} />” …
            </button>
          ))}
        </div>
      </Banner>
    );
  }
  if (run.status === "completed") {
    return (
      <Banner tone="good">
        <ShownLines text={run.statusDetail ?? "Completed."} />
      </Banner>
    );
  }
  if (run.status === "cancelled") {
    return (
      <Banner tone="info">
        Cancelled. <ShownLines text={run.statusDetail ?? ""} />
      </Banner>
    );
  }
  if (run.status === "paused") {
    return (
      <Banner tone="warning">
        Paused. It continues only when someone resumes it.
      </Banner>
    );
  }
  // The steps above say what the worker does.
  if (!run.nextMove || run.nextMove.owner === "worker") return null;
  return (
    <Banner tone="info">
      Next: <ShownLines text={run.nextMove.what} />
    </Banner>
  );
}

/** Returns a sentence about what a failed run left in the repository. */
function written({ run, approvals }: RunWorkspace): string {
  if (run.appliedAt) return "Its patch had already been applied.";
  return approvals.some(({ application }) => application === "failed" || application === "applying")
    ? "Applying its patch did not finish. The checkpoint shows what was written."
    : "Nothing was written to the repository.";
}

/** Returns the label of the button that leads to a decision. */
function decisionWords({ run, approvals }: RunWorkspace): string {
  const approval = approvals.find(({ id }) => id === run.waitingFor?.id);
  if (approval?.asks) return "Answer the question";
  return approval?.policyClass === "repo-write" ? "Review the change" : "Decide";
}

function Waiting({ workspace }: { workspace: RunWorkspace }) {
  const { run } = workspace;
  const { kind, id, detail, since, expiresAt, defaultAction } = run.waitingFor!;
  const isQuiet = detail === "quiet_hours";
  return (
    <Banner tone="warning">
      <div class="row waiting">
        <div class="grow">
          <strong>
            {kind === "approval"
              ? "Your decision is needed."
              : isQuiet
              ? "Quiet hours."
              : waitsForPick(run)
              ? "Your pick is needed."
              : `Waiting for ${kind}.`}
          </strong>{" "}
          <ShownLines text={(isQuiet ? run.nextMove?.what : detail) ?? ""} />
          <p class="hint small">
            {kind === "approval" ? "Asked" : "It began to wait"} <Time at={since} />
            {expiresAt && (
              <>
                ; {isQuiet ? "until" : "expires"} <Time at={expiresAt} />
                {defaultAction ? `: ${defaultAction}` : ""}
              </>
            )}
          </p>
        </div>
        {kind === "approval" && <Link class="button button-primary" to={id}>{decisionWords(workspace)}</Link>}
      </div>
    </Banner>
  );
}
