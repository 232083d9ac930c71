import { useEffect } from "preact/hooks";
import { runWord } from "../../../store/shared/state_words.ts";
import { Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { TabPanel, Tabs } from "../../kit/tabs.tsx";
import { baseName, firstLine } from "../../../client/words.ts";
import {
  PageHead,
  PageLink,
  type PageProps,
  useFrame,
  useLive,
  usePageStore,
  useQuery,
  useShortcuts,
} from "../../shell/mod.ts";
import type { RunWorkspace } from "../types.ts";
import { RunActions } from "./actions.tsx";
import { ArtifactsTab } from "./artifacts/tab.tsx";
import { AuditTab } from "./audit/tab.tsx";
import { Entered, waitsForPerson } from "./entering/entered.tsx";
import { OverviewTab } from "./overview/tab.tsx";
import { ReplayTab } from "./replay/tab.tsx";
import { RetryRun } from "./retry/retry_run.tsx";
import { StatusBanner } from "./status_banner.tsx";
import { Stepper } from "./overview/stepper.tsx";
import { MomentBanner } from "./moment/banner.tsx";
import { momentOf } from "./state/moment.ts";
import { createRunStore, type RunStore } from "./state/store.ts";
import { TasksTab } from "./tasks/tab.tsx";
import { TimelineTab } from "./timeline/tab.tsx";

const NAME = "Parts of the run";

/** A run: its request, its progress, and its history. */
export default function RunPage({ params: { id = "" } }: PageProps) {
  const store = usePageStore((frame) => createRunStore(id, frame), id);
  const [query, change] = useQuery();
  const { navigate, places } = useFrame();
  useLive(({ runid }) => runid === id, () => void store.workspace.refresh(), id);
  const workspace = store.workspace.value.value;
  // The address may contain its short number; its events contain its id.
  const known = workspace?.run.id ?? id;
  useEffect(() => {
    if (known !== id) navigate(places.pathOf(known), { replace: true });
  }, [known, id]);
  const asked = momentOf(query);
  useEffect(() => store.moment.show(asked), [asked, store]);
  const problem = store.workspace.problem.value;
  if (!workspace) {
    return (
      <>
        <PageHead title="Run" above={<PageLink to="/dashboard/runs">Runs</PageLink>} />
        {problem ? <Banner tone="bad">{problem}</Banner> : <Skeleton lines={6} />}
      </>
    );
  }
  const { run } = workspace;
  const isPast = store.moment.at.value !== null;
  return (
    <div class="run-page">
      <PageHead
        title={firstLine(run.request)}
        above={
          <>
            <PageLink to="/dashboard/runs">Runs</PageLink> / {baseName(run.repoPath)} / #{run.number}
          </>
        }
        actions={isPast
          ? undefined
          : <RunActions run={run} store={store} queuePlace={workspace.progress.queuePlace} />}
      >
        <div class="row">
          <State store={store} workspace={workspace} />
        </div>
      </PageHead>
      {problem && <Banner tone="warning">{problem}</Banner>}
      {isPast ? <MomentBanner moment={store.moment} /> : (
        <>
          <Entered workspace={workspace} store={store} />
          {!waitsForPerson(workspace) && <StatusBanner workspace={workspace} />}
        </>
      )}
      <Parts
        store={store}
        workspace={workspace}
        selected={query.tab ?? ""}
        onSelect={(tab) => {
          store.moment.show(null);
          change(onlyTab(query, tab));
        }}
      />
      {query.retry === "1" && !isPast && <RetryRun run={run} onClose={() => change({ retry: null })} />}
    </div>
  );
}

/** The state and the steps of the run, or the state that it was in. */
function State({ store: { moment }, workspace }: { store: RunStore; workspace: RunWorkspace }) {
  const isPast = moment.at.value !== null;
  const shown = isPast ? moment.run.value.value : workspace.run;
  return (
    <>
      {shown && <Status status={runWord(shown)} />}
      {!isPast && <Stepper workspace={workspace} />}
    </>
  );
}

/** Returns the change of the address that removes the parameters of other tabs. */
const onlyTab = (query: Readonly<Record<string, string>>, tab: string): Record<string, string | null> => ({
  ...Object.fromEntries(Object.keys(query).map((name) => [name, null])),
  tab: tab === "overview" ? null : tab,
});

function Parts({ store, workspace, selected, onSelect }: {
  store: RunStore;
  workspace: RunWorkspace;
  selected: string;
  onSelect: (tab: string) => void;
}) {
  const tabs = [
    { key: "overview", label: "Overview" },
    { key: "tasks", label: "Tasks", count: workspace.taskSessions.length },
    { key: "timeline", label: "Timeline" },
    { key: "artifacts", label: "Artifacts", count: workspace.artifactIndex.counts.total },
    { key: "audit", label: "Audit" },
    { key: "replay", label: "Replay" },
  ];
  // The slider is there, so an old moment is, too.
  const wanted = store.moment.at.value === null ? selected : "timeline";
  const tab = tabs.find(({ key }) => key === wanted)?.key ?? "overview";
  useShortcuts(tabs.map(({ key, label }, i) => ({
    keys: String(i + 1),
    does: label,
    group: "Parts of the run",
    run: () => onSelect(key),
  })));
  const reading = { timeline: store.timeline, audit: store.audit, replay: store.replay }[tab];
  // Loaded when its tab is opened, and again after each change of the run while it is open.
  useEffect(() => void reading?.refresh(), [reading, workspace]);
  return (
    <>
      <Tabs name={NAME} tabs={tabs} selected={tab} onSelect={onSelect} />
      <TabPanel name={NAME} tab={tab}>
        {tab === "tasks"
          ? <TasksTab store={store} workspace={workspace} />
          : tab === "timeline"
          ? <TimelineTab store={store} />
          : tab === "artifacts"
          ? <ArtifactsTab workspace={workspace} />
          : tab === "audit"
          ? <AuditTab store={store} />
          : tab === "replay"
          ? <ReplayTab store={store} />
          : <OverviewTab store={store} workspace={workspace} />}
      </TabPanel>
    </>
  );
}
