import { useEffect, useMemo, useRef } from "preact/hooks";
import type { createClient } from "../../client.ts";
import { duration } from "../review/head.tsx";
import { ShownText } from "../review/shown_text.tsx";
import { bundleOf, type QueueItem } from "../types.ts";
import { createQueueStore, type QueueStore } from "./store.ts";

/** What the page needs of the frame around it. */
export type QueueFrame = {
  call: ReturnType<typeof createClient>;
  /** Calls back whenever something happened to an approval, and once after the connection was lost. */
  watchApprovals: (changed: () => void) => () => void;
  navigate: (path: string) => void;
};

const pathOf = (id: string): string => `/dashboard/approvals/${id}`;

/** What waits for a decision, the longest wait first. */
export function QueuePage({ frame }: { frame: QueueFrame }) {
  const store = useMemo(() => createQueueStore(frame.call), []);
  useEffect(() => {
    void store.refresh();
    return frame.watchApprovals(() => void store.refresh());
  }, [store]);
  useQueueKeys(store, frame);
  const queue = store.queue.value;
  if (store.problem.value) return <p class="banner banner-bad" role="alert">{store.problem.value}</p>;
  if (!queue) return <p class="hint" role="status">Loading what waits …</p>;
  const waiting = queue.counts.pending ?? queue.items.length;
  return (
    <article class="queue">
      <header class="review-head">
        <h1>Approvals</h1>
        <p role="status">
          {waiting === 0 ? "" : `${waiting} ${waiting === 1 ? "waits" : "wait"} for your decision.`}
        </p>
      </header>
      {queue.items.length === 0
        ? <NothingWaits />
        : (
          <ul class="queue-items" aria-label="Waiting for a decision">
            {queue.items.map((item) => (
              <QueueLine key={item.id} item={item} selected={item.id === store.selected.value} />
            ))}
          </ul>
        )}
      {waiting > queue.items.length && (
        <p class="hint">The {queue.items.length} that wait longest are shown; decide some to see the rest.</p>
      )}
    </article>
  );
}

function NothingWaits() {
  return (
    <div class="empty">
      <h2>Nothing waits for you</h2>
      <p>
        When a run has a patch to write, or an agent wants to run a command for the first time, it stops here
        until you have looked at the evidence and decided.
      </p>
      <p>
        <a href="/dashboard/runs">See the runs</a>
      </p>
    </div>
  );
}

function QueueLine({ item, selected }: { item: QueueItem; selected: boolean }) {
  const { approval, run, waitingSeconds, ifIgnored } = item;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (selected) link.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const bundle = bundleOf(approval);
  return (
    <li class={selected ? "queue-item queue-item-selected" : "queue-item"}>
      <a href={pathOf(item.id)} ref={link} aria-current={selected ? "true" : undefined}>
        <span class="queue-title">
          <ShownText text={approval.title} />
        </span>
        {run && (
          <span class="queue-request">
            <ShownText text={firstLine(run.request)} />
          </span>
        )}
        <span class="queue-facts">
          <span class={`risk risk-${approval.risk}`}>{approval.risk} risk</span>
          <span class="policy-class">{approval.policyClass}</span>
          {bundle && (
            <span class="line-counts">
              {bundle.stats.files === 1 ? "1 file" : `${bundle.stats.files} files`}{" "}
              <span class="line-counts-added">+{bundle.stats.additions}</span>{" "}
              <span class="line-counts-removed">−{bundle.stats.deletions}</span>
            </span>
          )}
          <span>advice: {approval.recommendedAction}</span>
          <time dateTime={approval.requestedAt} title={ifIgnored}>waits for {duration(waitingSeconds)}</time>
        </span>
      </a>
    </li>
  );
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** `j` and `k` go through the list, Enter opens what is selected. */
function useQueueKeys(store: QueueStore, frame: QueueFrame): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element && event.target.closest("input, textarea, select, dialog, a, button")
      ) {
        if (event.key === "Enter") return;
      }
      if (event.key === "j") store.moveBy(1);
      else if (event.key === "k") store.moveBy(-1);
      else if (event.key === "Enter" && store.selected.value) frame.navigate(pathOf(store.selected.value));
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [store]);
}
