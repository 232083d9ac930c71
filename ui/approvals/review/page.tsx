import { bundleOf } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import {
  PageHead,
  PageLink,
  type PageProps,
  useFrame,
  useLive,
  usePageStore,
  useShortcuts,
} from "../../shell/mod.ts";
import type { LiveEvent } from "../../shell/live.ts";
import { useVerifyHere } from "./verify_here.tsx";
import type { PatchDelivery, Review } from "../model/types.ts";
import { Decided } from "./decision/decided.tsx";
import { Answers } from "./decision/answers.tsx";
import { DecisionBar } from "./decision/decision_bar.tsx";
import { Details } from "./details.tsx";
import { DriftBanner, RebaseButton } from "./drift_banner.tsx";
import { ForecastBanner } from "../forecast/banner.tsx";
import { EvidenceText } from "./evidence/evidence_text.tsx";
import { ReviewHead } from "./head.tsx";
import { reviewShortcuts } from "./keys.ts";
import { OutcomeBanner } from "./outcome_banner.tsx";
import { Patch } from "./patch.tsx";
import { PickedInRace } from "./picked_in_race.tsx";
import { openPanels } from "./diff/panels.ts";
import { PlannedAction } from "./planned_action.tsx";
import { Question } from "./question.tsx";
import { Rounds } from "./rounds.tsx";
import { createReviewStore, type ReviewStore } from "./store/store.ts";
import { createReviewView } from "./diff/view.ts";
import { DELIVERIES } from "../../../store/shared/enumerations.ts";

/** The review of a checkpoint. If only a part is accepted, it continues with the next one. */
export default function ReviewPage({ params }: PageProps) {
  const id = params.id ?? "";
  const { call, send, storage, preferences, navigate, places } = useFrame();
  const delivery = preferences.choice<PatchDelivery>("review-delivery", DELIVERIES);
  const store = usePageStore(
    () => createReviewStore(id, { call, send, storage, delivery }),
    id,
  );
  const layout = preferences.choice("review-layout", ["unified", "split"]);
  const panels = openPanels(preferences);
  const view = useMemo(() => createReviewView(store, layout), [store]);
  const page = useRef<HTMLDivElement>(null);
  const unfolded = useSignal(false);
  useEffect(() => store.dispose, [store]);
  useLive((event) => concerns(store.review.value, event), () => void store.refresh(), id);
  useFollow(store);
  // Before the next key or click, which would otherwise answer what has just appeared.
  useLayoutEffect(
    () => (store.review.value ? store.quiet.show() : undefined),
    [store, store.review.value?.approval.evidenceDigest, store.patch.value.status, store.warning.value],
  );
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  useShortcuts(reviewShortcuts(store, view, {
    verifyHere: useVerifyHere(() => store.review.value),
    decide: () => {
      unfolded.value = true;
      // Once it is shown.
      setTimeout(() => focus(".decision-bar :is(input, textarea):enabled"));
    },
    filter: () => focus(".file-tree input"),
    next: () =>
      navigate(store.others.value[0] ? places.pathOf(store.others.value[0].id) : "/dashboard/approvals"),
    fold: (panel) => panels[panel].value = panels[panel].value === "open" ? "folded" : "open",
  }));

  const review = store.review.value;
  if (!review) return <Unavailable problem={store.problem.value} />;
  const { approval } = review;
  const bundle = bundleOf(approval);
  const details = !bundle || panels.details.value === "open";
  return (
    <div class="review" ref={page}>
      <ReviewHead review={review} />
      {bundle && <PickedInRace review={review} />}
      <OutcomeBanner review={review} bundle={bundle} />
      <DriftBanner store={store} review={review} />
      <ForecastBanner review={review} rebase={<RebaseButton store={store} />} />
      {store.problem.value && <Banner tone="bad">{store.problem.value}</Banner>}
      <Rounds review={review} bundle={bundle} />
      <div class={bundle ? "review-body" : "review-body review-body-plain"}>
        {bundle
          ? <Patch store={store} view={view} panels={panels} review={review} />
          : <PlainEvidence store={store} />}
        {details && <Details store={store} review={review} bundle={bundle} />}
      </div>
      {store.closed.value === null
        ? <DecisionBar open={unfolded} store={store} review={review} bundle={bundle} />
        : <Decided store={store} approval={approval} />}
    </div>
  );
}

/** Reports whether an event may change a review; any may before it is loaded. One without a run has only its own events. */
const concerns = (review: Review | null, { subject, runid }: LiveEvent): boolean =>
  review === null || subject === `approval/${review.approval.id}` || runid === review.approval.runId;

function Unavailable({ problem }: { problem: string | null }) {
  return (
    <>
      <PageHead title="Review" above={<PageLink to="/dashboard/approvals">Approvals</PageLink>} />
      {problem
        ? <Banner tone="bad">{problem}</Banner>
        : <Skeleton lines={6} label="Loading the checkpoint" />}
    </>
  );
}

/** The texts of a checkpoint without a patch. */
function PlainEvidence({ store }: { store: ReviewStore }) {
  const review = store.review.value;
  if (!review) return null;
  if (review.approval.asks) {
    return (
      <section class="plain-evidence stack" aria-label="Question">
        <Question store={store} review={review} />
      </section>
    );
  }
  return (
    <section class="plain-evidence stack" aria-label="What it is about">
      {otherSubject(review.approval)?.kind === "planner_action" && (
        <PlannedAction store={store} review={review} />
      )}
      {review.approval.form && store.closed.value === null && (
        <Answers store={store} form={review.approval.form} />
      )}
      {review.approval.evidence.map(({ id, path, summary }) => (
        <EvidenceText
          key={id}
          store={store}
          review={review}
          path={path}
          label={summary}
          open={otherSubject(review.approval)?.kind !== "planner_action"}
        />
      ))}
    </section>
  );
}

/** After a decision that creates another checkpoint, opens that one. */
function useFollow(store: ReviewStore): void {
  const { navigate, places } = useFrame();
  const accepting = useSignal(false);
  const { value: sending } = store.deciding;
  const leads = sending === "approve" ? store.accepted.value !== null : sending && sending !== "reject";
  if (leads) accepting.value = true;
  const next = store.review.value?.nextApprovalId;
  useEffect(() => {
    if (accepting.value && next) navigate(places.pathOf(next));
  }, [next]);
}
