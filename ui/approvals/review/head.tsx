import { otherSubject } from "../../../client/approval_subject.ts";
import { briefSummary } from "../../../client/patch.ts";
import { useFindHref } from "../../kit/link.tsx";
import { approvalWord } from "../../../store/shared/state_words.ts";
import { ifUndecided } from "../../../store/shared/undecided.ts";
import { Status } from "../../kit/badge.tsx";
import { RiskBadge } from "./risk_badge.tsx";
import { Time } from "../../kit/text/time.tsx";
import { PageHead, PageLink, useFrame } from "../../shell/mod.ts";
import { baseName, firstLine } from "../../../client/words.ts";
import type { QueueItem, Review } from "../model/types.ts";
import { VerifyHereButton } from "./verify_here.tsx";
import { TextBlock } from "./evidence/evidence_text.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Button } from "../../kit/button.tsx";

/** The head of a review: the question, its run, since when it waits, and the consequence of no decision. */
export function ReviewHead({ review }: { review: Review }) {
  const { approval, run } = review;
  // Shown on a separate page; a change of a calendar is shown completely on this one.
  const about = useFindHref()(otherSubject(approval)?.id ?? approval.runId);
  // The request says more than the number of files.
  const wanted = approval.policyClass === "repo-write" && !otherSubject(approval) && run
    ? firstLine(run.request)
    : null;
  return (
    <PageHead
      title={wanted ?? approval.title}
      above={
        <>
          <PageLink to="/dashboard/approvals">Approvals</PageLink>
          {run && ` / ${baseName(run.repoPath)} / #${run.number}`}
          {approval.round > 1 && ` / round ${approval.round}`}
          {approval.status === "pending" && (
            <span class="hint">
              {" · asked "}
              <Time at={approval.requestedAt} />. If you do not decide, it expires{" "}
              <Time at={approval.expiresAt} />
              <span class="review-consequence">
                {`: then ${ifUndecided(approval.subject)}.`}
              </span>
            </span>
          )}
        </>
      }
      actions={about && (
        <>
          <VerifyHereButton review={review} />
          {wanted && approval.status === "pending" && <StepInButton runId={approval.runId} about={about} />}
          <a class="button button-small" href={about}>
            {otherSubject(approval) ? "Open its subject" : "Open the run"}
          </a>
        </>
      )}
    >
      <Advice review={review} />
      <ShownText as="p" class="wrap-anywhere" text={briefSummary(review)} />
      {run && run.request.trim().includes("\n") && <Request run={run} />}
    </PageHead>
  );
}

function Request({ run }: { run: NonNullable<QueueItem["run"]> }) {
  return (
    <details>
      <summary>Request</summary>
      <TextBlock label="Request" lines={run.request.split("\n")} />
    </details>
  );
}

/** A button that enters the result and opens the run, which shows how to open its worktree. */
function StepInButton({ runId, about }: { runId: string; about: string }) {
  const { call, navigate, toasts } = useFrame();
  const enter = async () => {
    const entered = await toasts.attempt(
      () => call("POST /runs/:id/enter", { params: { id: runId }, body: {} }),
      () => "This review is withdrawn: a new one shows the result when you hand it back.",
    );
    if (entered) navigate(about);
  };
  return <Button small onPress={() => enter()}>Change it by hand …</Button>;
}

const ADVICE = {
  approve: "Nothing unusual was found.",
  inspect: "Check it carefully before you decide.",
  reject: "We recommend rejecting it.",
} as const;

/** The state, the risk, the recommendation, and the reasons. If nothing could be written, that is the recommendation. */
function Advice({ review: { approval, drift } }: { review: Review }) {
  const advice = approval.status !== "pending"
    ? "What was known about it:"
    : drift && drift.total > 0
    ? "At present, approving writes nothing."
    : ADVICE[approval.recommendedAction];
  return (
    <section class="advice" aria-label="Risk and advice">
      <Status status={approvalWord(approval)} /> <RiskBadge risk={approval.risk} /> <strong>{advice}</strong>
      <ul>
        {approval.reasons.map((reason) => <ShownText key={reason} as="li" text={reason} />)}
      </ul>
    </section>
  );
}
