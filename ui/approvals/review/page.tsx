import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { UnaskedPanel } from "../../autonomy/unasked_panel.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { PageHead, type PageProps, useFrame, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { needsConfirmations } from "../model/blockers.ts";
import { bundleOf } from "../model/types.ts";
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
import { reviewShortcuts } from "./keys.ts";
import { DriftBanner, OutcomeBanner } from "./outcome_banner.tsx";
import { PolicySection } from "./policy_section.tsx";
import { createReviewStore, type ReviewStore } from "./store.ts";
import { createReviewView, type ReviewView } from "./view.ts";

/** The review of one checkpoint. It follows to the next one when only a part was accepted. */
export default function ReviewPage({ params }: PageProps) {
  const id = params.id ?? "";
  const { call, send, preferences } = useFrame();
  const store = usePageStore(() => createReviewStore(id, { call, send, storage: localStorage }), id);
  const layout = preferences.choice("review-layout", ["unified", "split"]);
  const view = useMemo(() => createReviewView(store, layout), [store]);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => store.dispose, [store]);
  useLive(({ runid }) => runid === store.review.value?.approval.runId, () => void store.refresh(), id);
  useFollow(store);
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  useShortcuts(reviewShortcuts(view, {
    decide: () => focus(".review-side :is(input, textarea):enabled"),
    filter: () => focus(".file-tree input"),
  }));

  const review = store.review.value;
  if (!review) return <Unavailable problem={store.problem.value} />;
  const { approval } = review;
  const bundle = bundleOf(approval);
  const needed = needsConfirmations(approval.policyClass) && store.closed.value === null;
  return (
    <div class="review" ref={page}>
      <ReviewHead review={review} />
      <OutcomeBanner review={review} bundle={bundle} />
      <DriftBanner review={review} />
      {store.problem.value && <Banner tone="bad">{store.problem.value}</Banner>}
      <div class={bundle ? "review-body" : "review-body review-body-plain"}>
        {bundle ? <Patch store={store} view={view} /> : <PlainEvidence store={store} />}
        <aside class="review-side" aria-label="Review and decision">
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
          {bundle && <UnaskedPanel runId={approval.runId} />}
          <Decision store={store} review={review} bundle={bundle} />
        </aside>
      </div>
    </div>
  );
}

function Unavailable({ problem }: { problem: string | null }) {
  return (
    <>
      <PageHead title="Review" above={<a href="/dashboard/approvals">Approvals</a>} />
      {problem
        ? <Banner tone="bad">{problem}</Banner>
        : <Skeleton lines={6} label="Loading the checkpoint" />}
    </>
  );
}

function Patch({ store, view }: { store: ReviewStore; view: ReviewView }) {
  const patch = store.patch.value;
  if (patch.status === "failed") {
    return (
      <PatchPlace>
        <Banner tone="bad">{patch.why}</Banner>
      </PatchPlace>
    );
  }
  if (patch.status !== "shown") {
    return (
      <PatchPlace>
        <Skeleton lines={8} label="Loading the patch" />
      </PatchPlace>
    );
  }
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

const PatchPlace = ({ children }: { children: ComponentChildren }) => (
  <div class="review-place">{children}</div>
);

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
function useFollow(store: ReviewStore): void {
  const { navigate, places } = useFrame();
  const accepting = useSignal(false);
  if (store.deciding.value === "approve" && store.accepted.value) accepting.value = true;
  const next = store.review.value?.nextApprovalId;
  useEffect(() => {
    if (accepting.value && next) navigate(places.pathOf(next));
  }, [next]);
}
