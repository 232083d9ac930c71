import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { needsConfirmations } from "../blockers.ts";
import { bundleOf } from "../types.ts";
import { Advice } from "./advice.tsx";
import { Confirmation } from "./confirmation.tsx";
import { Decision } from "./decision.tsx";
import { DiffPane } from "./diff_pane.tsx";
import { DiffToolbar } from "./diff_toolbar.tsx";
import { EvidenceSection } from "./evidence_section.tsx";
import { EvidenceText } from "./evidence_text.tsx";
import { FileTreePanel } from "./file_tree_panel.tsx";
import { HashesSection } from "./hashes_section.tsx";
import { ReviewHead } from "./head.tsx";
import { pressReviewKey } from "./keys.ts";
import { DriftBanner, OutcomeBanner } from "./outcome_banner.tsx";
import { PolicySection } from "./policy_section.tsx";
import type { Layout } from "./rows.ts";
import { createReviewStore, type ReviewDoor, type ReviewStore } from "./store.ts";
import { createReviewView, type ReviewView } from "./view.ts";

/** What the page needs of the frame around it. */
export type ReviewFrame = {
  door: ReviewDoor;
  layout: Signal<Layout>;
  /** Calls back whenever something of a run was recorded, and once after the connection was lost. */
  watchRun: (runId: string, changed: () => void) => () => void;
  navigate: (path: string) => void;
};

/** The review of one checkpoint. It follows to the next one when only a part was accepted. */
export function ReviewPage({ id, frame }: { id: string; frame: ReviewFrame }) {
  const store = useMemo(() => createReviewStore(id, frame.door), [id]);
  const view = useMemo(() => createReviewView(store, frame.layout), [store]);
  useEffect(() => {
    void store.refresh();
    return store.dispose;
  }, [store]);
  const runId = store.review.value?.approval.runId;
  useEffect(() => runId === undefined ? undefined : frame.watchRun(runId, () => void store.refresh()), [
    store,
    runId,
  ]);
  useFollow(store, frame);
  const decision = useRef<HTMLElement>(null);
  useKeys(view, decision);

  const review = store.review.value;
  if (!review) return <Unavailable problem={store.problem.value} />;
  const { approval } = review;
  const bundle = bundleOf(approval);
  const needed = needsConfirmations(approval.policyClass) && store.closed.value === null;
  return (
    <article class="review">
      <ReviewHead review={review} />
      <OutcomeBanner review={review} bundle={bundle} />
      <DriftBanner review={review} />
      {store.problem.value && <p class="banner banner-bad" role="alert">{store.problem.value}</p>}
      <div class={bundle ? "review-body" : "review-body review-body-plain"}>
        {bundle ? <Patch store={store} view={view} /> : <PlainEvidence store={store} />}
        <aside class="review-side" ref={decision} tabIndex={-1} aria-label="Review and decision">
          <Advice approval={approval} />
          <Confirmation
            store={store}
            name="evidence"
            title="Evidence"
            statement="I reviewed the evidence"
            needed={needed}
          >
            <EvidenceSection store={store} review={review} bundle={bundle} />
          </Confirmation>
          <Confirmation
            store={store}
            name="hashes"
            title="Hashes"
            statement="I reviewed the hashes this decision is bound to"
            needed={needed}
          >
            <HashesSection store={store} review={review} bundle={bundle} />
          </Confirmation>
          <Confirmation
            store={store}
            name="policyClass"
            title="Policy class"
            statement="I reviewed the policy class and what approving does"
            needed={needed}
          >
            <PolicySection review={review} />
          </Confirmation>
          <Decision store={store} review={review} bundle={bundle} />
        </aside>
      </div>
    </article>
  );
}

function Unavailable({ problem }: { problem: string | null }) {
  return problem
    ? (
      <p class="banner banner-bad" role="alert">
        {problem} <a href="/dashboard/approvals">All approvals</a>
      </p>
    )
    : <p class="hint" role="status">Loading the checkpoint …</p>;
}

function Patch({ store, view }: { store: ReviewStore; view: ReviewView }) {
  const patch = store.patch.value;
  if (patch.status === "failed") return <p class="banner banner-bad" role="alert">{patch.why}</p>;
  if (patch.status !== "shown") return <p class="hint" role="status">Loading the patch …</p>;
  const hunks = patch.diffs.reduce((sum, diff) => sum + diff.hunks.length, 0);
  const picking = hunks > 1 && store.closed.value === null;
  const parts = { store, view, picking };
  return (
    <>
      <FileTreePanel {...parts} />
      <section class="review-diff" aria-label="The patch">
        <DiffToolbar {...parts} />
        <DiffPane {...parts} />
      </section>
    </>
  );
}

/** A checkpoint without a patch shows the texts that it is about. */
function PlainEvidence({ store }: { store: ReviewStore }) {
  const review = store.review.value;
  if (!review) return null;
  return (
    <section class="plain-evidence" aria-label="What it is about">
      {review.approval.evidence.map(({ id, path, summary }) => (
        <EvidenceText key={id} store={store} review={review} path={path} label={summary} open />
      ))}
    </section>
  );
}

/** After a part was accepted here, the page goes on to the checkpoint that shows its result. */
function useFollow(store: ReviewStore, frame: ReviewFrame): void {
  const accepting = useSignal(false);
  if (store.deciding.value === "approve" && store.accepted.value) accepting.value = true;
  const next = store.review.value?.nextApprovalId;
  useEffect(() => {
    if (accepting.value && next) frame.navigate(`/dashboard/approvals/${next}`);
  }, [next]);
}

/** Single keys work everywhere on the page but in fields. */
function useKeys(view: ReviewView, decision: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select, dialog")
      ) {
        return;
      }
      const decide = () =>
        decision.current?.querySelector<HTMLElement>("input:enabled, button:enabled")?.focus();
      if (pressReviewKey(event.key, view, decide)) event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [view]);
}
