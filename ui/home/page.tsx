import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Skeleton } from "../kit/skeleton.tsx";
import { counted } from "../../client/words.ts";
import { PageHead, useFrame, useLive, usePageStore, useShortcuts } from "../shell/mod.ts";
import { RunPictures } from "../trends/pictures.tsx";
import { ForecastSummaries, useForecasts } from "../approvals/forecast/summaries.tsx";
import { FirstRun } from "./first_run.tsx";
import { Done, Failures, NextUp, Running } from "./lists.tsx";
import { Needs } from "./needs.tsx";
import { createHomeStore } from "./store.ts";

/** The start page: pending decisions, running work, and recent results. */
export default function HomePage() {
  const { overview, navigate } = useFrame();
  const store = usePageStore(createHomeStore);
  useLive(
    ({ type }) => /^(?:(?:run|approval|automation)\.|oauth_account\.|financelink_item\.)/.test(type),
    () => void store.refresh(),
  );
  useShortcuts([
    { keys: "n", does: "Ask for work", group: "Home", run: () => navigate("/dashboard/runs?new=1") },
    { keys: "j", does: "Next item that needs you", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "Previous item", group: "Move", run: () => store.move(-1) },
    { keys: "Enter", does: "Open", group: "Move", run: () => store.open() },
  ]);
  const { forecasts } = useForecasts(store.queue.value.value?.items ?? []);
  const snapshot = overview.value.value;
  const problem = overview.problem.value;
  if (!snapshot) {
    return (
      <>
        <PageHead title="Home" />
        {problem ? <Banner tone="bad">{problem}</Banner> : <Skeleton lines={6} />}
      </>
    );
  }
  const empty = Object.values(snapshot.aggregateQueueCounts.runs).every((count) => count === 0);
  if (empty && snapshot.needsMe.length === 0) return <FirstRun />;
  const { counts } = snapshot;
  return (
    <>
      <PageHead
        title="Home"
        actions={
          <Button kind="primary" onPress={() => navigate("/dashboard/runs?new=1")}>Ask for work</Button>
        }
      >
        <p class="hint" role="status">
          {overview.needs.value === 0
            ? "Nothing needs you."
            : `${counted(overview.needs.value, "item needs", "items need")} you.`}{" "}
          {counts.activeRuns === 0 ? "No open runs." : `${counted(counts.activeRuns ?? 0, "run")} open.`}
        </p>
      </PageHead>
      {problem && <Banner tone="warning">{problem}</Banner>}
      <ForecastSummaries forecasts={forecasts.value} />
      <div class="home">
        <Needs snapshot={snapshot} store={store} />
        <div class="stack">
          <Running snapshot={snapshot} />
          <Failures snapshot={snapshot} />
        </div>
        <div class="stack">
          <NextUp store={store} />
          <Done store={store} />
        </div>
      </div>
      <RunPictures />
    </>
  );
}
