import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { Time } from "../../kit/text/time.tsx";
import { counted } from "../../../client/words.ts";
import { percent, Scope, Source } from "../common/origin.tsx";
import { StatementText } from "../common/statement_text.tsx";
import type { MemoryCandidate } from "../common/types.ts";

/** A candidate: its text, the reason for it, and its source. */
export function CandidateCard({ candidate, selected, onDecide }: {
  candidate: MemoryCandidate;
  selected: boolean;
  onDecide: (as: "promote" | "reject") => void;
}) {
  const { decision } = candidate;
  return (
    <Card selected={selected}>
      <div class="row small">
        <Badge>{candidate.type}</Badge>
        <Scope scope={candidate.scope} scopeId={candidate.scopeId} />
        {candidate.status !== "pending" && <Status status={candidate.status} />}
        <span class="grow" />
        <span class="hint">
          confidence {percent(candidate.confidence)} · seen {counted(candidate.occurrences, "time")}, last
          {" "}
          <Time at={candidate.lastSeenAt} />
        </span>
      </div>
      <StatementText text={candidate.content} />
      <div class="card-foot">
        <p class="hint small">
          <ShownText text={candidate.reason} /> From <Source of={candidate} />, from the {candidate.saidBy}.
        </p>
        {candidate.status === "pending" && (
          <span class="row">
            <Button small onPress={() => onDecide("reject")}>Reject …</Button>
            <Button small kind="primary" onPress={() => onDecide("promote")}>Promote …</Button>
          </span>
        )}
      </div>
      {decision && (
        <p class="hint small">
          Decided <Time at={decision.at} /> by the {decision.by}
          {decision.reason && (
            <>
              : <ShownText text={decision.reason} />
            </>
          )}
          {candidate.recordId && (
            <>
              {" · "}
              <Link to={candidate.recordId}>the record</Link>
            </>
          )}
        </p>
      )}
    </Card>
  );
}
