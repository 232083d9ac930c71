import type { QueueItem, Review } from "../types.ts";
import { Moment } from "./moment.tsx";
import { TextBlock } from "./evidence_text.tsx";
import { ShownText } from "./shown_text.tsx";

/** What is asked, by which run, since when, and what happens when nobody decides. */
export function ReviewHead({ review }: { review: Review }) {
  const { approval, run, waitingSeconds } = review;
  const waits = approval.status === "pending";
  return (
    <header class="review-head">
      <p class="hint">
        <a href="/dashboard/approvals">Approvals</a> / <code>{approval.id}</code>
        {approval.round > 1 && ` / round ${approval.round}`}
      </p>
      <h1>
        <ShownText text={approval.title} />
      </h1>
      <p>
        <span class={`status status-${approval.status}`}>{approval.status}</span>{" "}
        <ShownText text={approval.summary} />
      </p>
      <p class="hint">
        {waits && (
          <>
            Waits for {duration(waitingSeconds)}. Undecided, it expires on{" "}
            <Moment at={approval.expiresAt} />: the run then fails and nothing is written.{" "}
          </>
        )}
        <a href={`/dashboard/runs/${approval.runId}`}>See the run</a>
      </p>
      {run && <Request run={run} />}
    </header>
  );
}

function Request({ run }: { run: NonNullable<QueueItem["run"]> }) {
  return (
    <details class="review-request">
      <summary>What was asked for</summary>
      <TextBlock label="What was asked for" lines={run.request.split("\n")} />
    </details>
  );
}

/** A wait in the largest unit that fits: nobody reads seconds of days. */
export function duration(seconds: number): string {
  const units: [string, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];
  const [name, length] = units.find(([, size]) => seconds >= size) ?? ["second", 1];
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
