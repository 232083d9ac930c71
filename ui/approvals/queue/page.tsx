import { Link } from "../../kit/link.tsx";
import { useEffect, useRef } from "preact/hooks";
import { Badge } from "../../kit/badge.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { Time } from "../../kit/text/time.tsx";
import { baseName, counted, firstLine } from "../../../client/words.ts";
import { PageHead, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { LineCounts } from "../review/diff/change_badge.tsx";
import { RiskBadge } from "../review/risk_badge.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { bundleOf, type QueueItem } from "../model/types.ts";
import { createQueueStore } from "./store.ts";

/** The checkpoints that wait for a decision, the longest wait first. */
export default function QueuePage() {
  const store = usePageStore(createQueueStore);
  useLive(({ type }) => /^(?:approval|run)\./.test(type), () => void store.queue.refresh());
  useShortcuts([
    { keys: "j", does: "Next checkpoint", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "Previous checkpoint", group: "Move", run: () => store.move(-1) },
    { keys: "Enter", does: "Review it", group: "Move", run: () => store.open() },
  ]);
  const queue = store.queue.value.value;
  const waiting = queue ? queue.counts.pending ?? queue.items.length : 0;
  return (
    <>
      <PageHead title="Approvals">
        {queue && waiting > 0 && (
          <p class="hint" role="status">
            {counted(waiting, "checkpoint is waiting", "checkpoints are waiting")}{" "}
            for your decision, oldest first.
          </p>
        )}
      </PageHead>
      <ListView
        items={queue?.items ?? null}
        problem={store.queue.problem.value}
        lines={5}
        empty={<NothingWaits />}
      >
        {(items) => <Waiting items={items} waiting={waiting} selected={store.selected.value} />}
      </ListView>
    </>
  );
}

function NothingWaits() {
  return (
    <EmptyState title="Nothing to review">
      <p>
        When a run has a patch to write, or an agent wants to run a new command, it appears here for your
        decision.
      </p>
      <a class="button" href="/dashboard/runs">See the runs</a>
    </EmptyState>
  );
}

function Waiting({ items, waiting, selected }: {
  items: readonly QueueItem[];
  waiting: number;
  selected: number;
}) {
  return (
    <>
      <ul class="queue-items" aria-label="Waiting for a decision">
        {items.map((item, i) => <QueueLine key={item.id} item={item} selected={i === selected} />)}
      </ul>
      {waiting > items.length && (
        <p class="hint">
          The {items.length} oldest are shown. Decide some of them to see the rest.
        </p>
      )}
    </>
  );
}

function QueueLine({ item: { id, approval, run }, selected }: { item: QueueItem; selected: boolean }) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const bundle = bundleOf(approval);
  return (
    <li ref={line} class={selected ? "queue-item queue-item-selected" : "queue-item"}>
      <Link to={id} aria-current={selected ? "true" : undefined}>
        <span class="queue-title">
          <ShownText text={approval.title} />
        </span>
        {run && !bundle && (
          <span class="hint one-line">
            <ShownText text={firstLine(run.request)} />
          </span>
        )}
        <span class="row small">
          {run && <span class="hint">{baseName(run.repoPath)} #{run.number}</span>}
          <RiskBadge risk={approval.risk} />
          <Badge>{approval.policyClass}</Badge>
          {bundle && (
            <>
              <span>{counted(bundle.stats.files, "file")}</span>
              <LineCounts file={{ ...bundle.stats, binary: false }} />
            </>
          )}
          <span class="hint">
            asked <Time at={approval.requestedAt} />, advice: {approval.recommendedAction}
          </span>
        </span>
      </Link>
    </li>
  );
}
