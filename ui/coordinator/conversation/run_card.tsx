import { runWord } from "../../../store/shared/state_words.ts";
import { useMemo } from "preact/hooks";
import { Link } from "../../kit/link.tsx";
import { createResource } from "../../kit/resource.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted, firstLine } from "../../../client/words.ts";
import { Stepper } from "../../runs/run/overview/stepper.tsx";
import { useFrame, useLive } from "../../shell/mod.ts";

/** The state of a run that a message started: its steps, its files, and a link to its review. */
export function RunCard({ id }: { id: string }) {
  const { call } = useFrame();
  const workspace = useMemo(() => createResource(() => call("GET /runs/:id/workspace", { params: { id } })), [
    id,
  ]);
  useLive(({ runid, subject }) => runid === id || subject === id, () => void workspace.refresh(), id);
  const shown = workspace.value.value;
  if (!shown) return workspace.problem.value ? <p class="hint small">{workspace.problem.value}</p> : null;
  const { run, attempts } = shown;
  const patch = attempts.find(({ current }) => current);
  return (
    <section class="talk-run-card" aria-label={`Run ${run.number}`}>
      <div class="row">
        <Link class="one-line grow" to={run.id}>
          #{run.number} <ShownText text={firstLine(run.request)} />
        </Link>
        <Status status={runWord(run)} />
      </div>
      <Stepper workspace={shown} />
      <div class="row small">
        {patch && (
          <Link to={shown.approvals[0]?.id ?? run.id}>
            {counted(patch.files, "file")} (+{patch.additions} −{patch.deletions})
          </Link>
        )}
        {run.appliedAt && (
          <Badge tone="good">
            applied <Time at={run.appliedAt} />
          </Badge>
        )}
        {run.statusDetail && <ShownText as="span" class="hint wrap-anywhere" text={run.statusDetail} />}
        {run.approvalId && run.status === "waiting" && (
          <Link class="button button-primary button-small" to={run.approvalId}>Review</Link>
        )}
      </div>
    </section>
  );
}
