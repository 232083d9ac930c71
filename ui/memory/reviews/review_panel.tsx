import { Link } from "../../kit/link.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { counted, shortId } from "../../../client/words.ts";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { MemoryReview } from "../common/types.ts";

type Finding = MemoryReview["findings"][number];

/** One review with its findings and their current state. */
export function ReviewPanel({ id }: { id: string }) {
  const review = useResource(
    ({ call }) => call("GET /memory/reviews/:id", { params: { id } }),
    ({ type }) => type.startsWith("memory."),
    id,
  );
  return <ResourceView resource={review} lines={4}>{(shown) => <Findings review={shown} />}</ResourceView>;
}

function Findings({ review }: { review: MemoryReview }) {
  return (
    <Panel title="Findings" count={review.findings.length}>
      <p class="hint">
        {counted(review.examined, "record")} looked at; stale is what was not used or confirmed for{" "}
        {counted(review.staleAfterDays, "day")}. {review.open} still open.
      </p>
      {review.truncated && (
        <Banner tone="info">There are more findings than a review lists. Resolve these first.</Banner>
      )}
      {review.findings.length === 0 && <p>No contradictions, duplicates, or stale records.</p>}
      <ul class="plain-list">
        {review.findings.map((finding) => <FindingItem key={finding.id} finding={finding} />)}
      </ul>
    </Panel>
  );
}

function FindingItem({ finding }: { finding: Finding }) {
  const { call, toasts } = useFrame();
  const archive = (id: string) =>
    toasts.attempt(
      () => call("POST /memory/:id/archive", { params: { id } }),
      () => "The record is archived.",
    );
  const open = finding.state === "open";
  return (
    <li class={open ? "stack" : "stack finding-resolved"}>
      <span class="row">
        <Badge tone={open ? "warning" : "neutral"}>{finding.kind}</Badge>
        {!open && <Status status="resolved" />}
        <ShownText as="span" text={finding.detail} />
      </span>
      <ul class="cards">
        {finding.recordIds.map((id) => (
          <Card key={id}>
            <p class="card-text card-text-cut">
              <ShownLines
                text={finding.excerpts?.find((excerpt) => excerpt.id === id)?.content ?? "Erased."}
              />
            </p>
            <span class="row">
              <Link class="small" to={id}>{shortId(id)}</Link>
              <span class="grow" />
              {open && (
                <Button small onPress={() => archive(id)} label={`Archive this one, ${id}`}>
                  Archive this one
                </Button>
              )}
            </span>
          </Card>
        ))}
      </ul>
      {open && <ShownText as="p" class="hint small" text={finding.suggestion} />}
    </li>
  );
}
