import { Link } from "../../kit/link.tsx";
import { ShownLines, ShownText } from "../../kit/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Panel } from "../../kit/panel.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { counted, shortId } from "../../../client/words.ts";
import { type Frame, useFrame, useLive, usePageStore } from "../../shell/mod.ts";
import type { Review } from "../types.ts";

type Finding = Review["findings"][number];

/** One review with its findings and their current state. */
export function ReviewPanel({ id }: { id: string }) {
  const review = usePageStore(
    ({ call }: Frame) => createResource(() => call("GET /memory/reviews/:id", { params: { id } })),
    id,
  );
  useLive(({ type }) => type.startsWith("memory."), () => void review.refresh(), id);
  const shown = review.value.value;
  if (review.problem.value && !shown) return <Banner tone="bad">{review.problem.value}</Banner>;
  if (!shown) return <Skeleton lines={4} />;
  return (
    <Panel title="Findings" count={shown.findings.length}>
      <p class="hint">
        {counted(shown.examined, "record")} looked at; stale is what was not used or confirmed for{" "}
        {counted(shown.staleAfterDays, "day")}. {shown.open} still open.
      </p>
      {shown.truncated && (
        <Banner tone="info">There are more findings than a review lists. Resolve these first.</Banner>
      )}
      {shown.findings.length === 0 && <p>No contradictions, duplicates, or stale records.</p>}
      <ul class="plain-list">
        {shown.findings.map((finding) => <FindingItem key={finding.id} finding={finding} />)}
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
        <span>
          <ShownText text={finding.detail} />
        </span>
      </span>
      <ul class="cards">
        {finding.recordIds.map((id) => (
          <li key={id} class="card">
            <p class="card-text card-text-cut">
              <ShownLines
                text={finding.excerpts?.find((excerpt) => excerpt.id === id)?.content ?? "Erased."}
              />
            </p>
            <span class="row">
              <Link class="small" to={id}>{shortId(id)}</Link>
              <span class="grow" />
              {open && (
                <Button small onPress={() => void archive(id)} label={`Archive this one, ${id}`}>
                  Archive this one
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <p class="hint small">
          <ShownText text={finding.suggestion} />
        </p>
      )}
    </li>
  );
}
