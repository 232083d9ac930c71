import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { workerOf } from "../../../../client/race_words.ts";
import { counted } from "../../../../client/words.ts";
import { DiffPane } from "../../../approvals/review/diff/diff_pane.tsx";
import { diffShortcuts } from "../../../approvals/review/keys.ts";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { useDraft } from "../../../kit/forms/use_draft.ts";
import { Link } from "../../../kit/link.tsx";
import { Skeleton } from "../../../kit/skeleton.tsx";
import { TabPanel, Tabs } from "../../../kit/tabs.tsx";
import { useShortcuts } from "../../../shell/mod.ts";
import type { RaceContender } from "../../race/table.tsx";
import type { RunWorkspace } from "../../types.ts";
import { AttemptList } from "../../attempts/attempts.tsx";
import type { KeptChoices, ResultStore } from "./result.ts";
import type { RaceStore } from "./store.ts";

const NAME = "Results of the contenders";

type Props = {
  workspace: RunWorkspace;
  store: RaceStore;
  standings: readonly RaceContender[];
  open: boolean;
};

/** The results that there are, a tab each, with boxes at their changes while something can be picked. */
export function Results({ workspace: { run, attempts }, store, standings, open }: Props) {
  const selected = useSignal<string | null>(null);
  const { value: kept } = useDraft<KeptChoices>(`race.${run.id}`, {});
  const shown = standings.find(({ contender }) => String(contender) === selected.value) ??
    standings.find(({ picked }) => picked) ??
    standings.find(({ outcome }) => outcome === "passed") ?? standings[0];
  useEffect(() => {
    if (!shown) return;
    // Stays when a better result comes.
    selected.value = String(shown.contender);
    store.open(shown, kept);
  }, [store, shown?.contender]);
  useEffect(() => {
    for (const each of standings) if (kept.peek()[each.patchPath ?? ""]) store.open(each, kept);
  }, [store, standings.length]);
  if (!shown) return <p class="hint">A result appears here as soon as a contender has one.</p>;
  const tab = String(shown.contender);
  const result = store.results.value.get(shown.contender);
  return (
    <>
      <Tabs
        name={NAME}
        tabs={standings.map((standing) => ({
          key: String(standing.contender),
          label: `${standing.contender}. ${workerOf(standing)}`,
        }))}
        selected={tab}
        onSelect={(key) => selected.value = key}
      />
      <TabPanel name={NAME} tab={tab}>
        {shown.outputPath !== null && (
          <p class="small">
            <Link to={run.id} query={`tab=artifacts&path=${encodeURIComponent(shown.outputPath)}`}>
              What the verifier printed
            </Link>
          </p>
        )}
        <EarlierAttempts
          run={run}
          attempts={attempts.filter(({ contender, patchPath }) =>
            contender === shown.contender && patchPath !== shown.patchPath
          )}
        />
        {result
          ? <Result key={tab} result={result} open={open} onAgain={() => store.open(shown, kept)} />
          : <Skeleton lines={4} />}
      </TabPanel>
    </>
  );
}

/** What a contender had before the verifier's output was handed back to it; renders nothing if it was not. */
function EarlierAttempts({ run, attempts }: Pick<RunWorkspace, "run" | "attempts">) {
  if (attempts.length === 0) return null;
  return (
    <details>
      <summary>{counted(attempts.length, "other attempt")} of this contender</summary>
      <AttemptList run={run} attempts={attempts} />
    </details>
  );
}

function Result({ result: { store, view }, open, onAgain }: {
  result: ResultStore;
  open: boolean;
  /** Reads it again. */
  onAgain: () => void;
}) {
  useShortcuts(
    diffShortcuts(view, { group: "Result", toggles: "Take or leave" })
      .filter(({ keys }) => keys !== "p"), // it pauses the run
  );
  const patch = store.patch.value;
  if (patch.status === "failed") {
    return (
      <Banner tone="bad">
        {patch.why} <Button small onPress={onAgain}>Try again</Button>
      </Banner>
    );
  }
  if (patch.status !== "shown") return <Skeleton lines={4} label="Loading the patch" />;
  return (
    <div class="race-diff">
      <DiffPane store={store} view={view} picking={open ? "Take" : null} problem={null} />
    </div>
  );
}
