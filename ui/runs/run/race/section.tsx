import { useSignal } from "@preact/signals";
import { comparedWords, type Race, workerOf } from "../../../../client/race_words.ts";
import { isToBeWritten } from "../../../../store/shared/approved_result.ts";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { useAttempt } from "../../../kit/forms/use_attempt.ts";
import { Link } from "../../../kit/link.tsx";
import { ResourceView } from "../../../kit/resource_view.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { useFrame, useLive } from "../../../shell/mod.ts";
import { partsWords, UndoPick } from "../../race/picked.tsx";
import { dollars, type RaceContender, RaceTable } from "../../race/table.tsx";
import type { RunWorkspace } from "../../types.ts";
import { Chosen } from "./chosen.tsx";
import { Results } from "./results.tsx";
import type { Part } from "./result.ts";
import type { RaceStore } from "./store.ts";

const hasResult = ({ patchPath }: RaceContender): boolean => patchPath !== null;

const isAtWork = ({ state }: RaceContender): boolean => state !== "finished" && state !== "out";

/** Reports whether another result can still become that of the run. */
const canBePicked = ({ run: { status, approvalId }, approvals }: RunWorkspace): boolean =>
  (status === "running" || status === "waiting") &&
  !approvals.some((approval) => approval.id === approvalId && isToBeWritten(approval));

/** The race of a run: how the contenders stand, their results, and the pick of one, or of changes of several. */
export function RaceSection({ store, workspace }: { store: RaceStore; workspace: RunWorkspace }) {
  const { run } = workspace;
  useLive(({ runid }) => runid === run.id, () => void store.race.refresh(), run.id);
  const { busy, problem, attempt } = useAttempt();
  const asking = useSignal<readonly Part[] | null>(null);
  const open = canBePicked(workspace);
  const pick = (parts: readonly Part[]) =>
    attempt(async () => {
      asking.value = null;
      await store.pick(parts);
      await store.race.refresh();
    });
  return (
    <section class="panel" aria-labelledby="race">
      <div class="panel-head">
        <h2 id="race">Race</h2>
        {store.race.value.value && <span class="hint small">{rules(store.race.value.value)}</span>}
      </div>
      <ResourceView resource={store.race} lines={5}>
        {(race) => {
          const ask = (parts: readonly Part[]) => {
            if (race.contenders.some(isAtWork)) asking.value = parts;
            else void pick(parts);
          };
          return (
            <>
              <RaceTable
                race={race}
                action={(standing) =>
                  open && hasResult(standing)
                    ? (
                      <Button
                        small
                        busy={busy.value}
                        label={`Pick contender ${standing.contender}`}
                        onPress={() => ask([{ contender: standing.contender }])}
                      >
                        Pick
                      </Button>
                    )
                    : <Answer standing={standing} workspace={workspace} />}
              />
              <div class="panel-body stack">
                <State race={race} workspace={workspace} open={open} />
                {problem.value && <Banner tone="bad">{problem.value}</Banner>}
                <Results
                  workspace={workspace}
                  store={store}
                  standings={race.contenders.filter(hasResult)}
                  open={open}
                />
                {open && (
                  <Chosen
                    parts={store.parts.value}
                    results={race.contenders.filter(hasResult).length}
                    isVerified={run.verifier !== undefined}
                    busy={busy.value}
                    onPick={ask}
                    onClear={store.chooseNothing}
                  />
                )}
              </div>
              {asking.value && (
                <StopOthers
                  atWork={race.contenders.filter(isAtWork)}
                  onConfirm={() => pick(asking.value ?? [])}
                  onClose={() => asking.value = null}
                />
              )}
            </>
          );
        }}
      </ResourceView>
    </section>
  );
}

/** Returns how the result is picked, and what all may cost. */
const rules = ({ pick, contenders, maxCostUsd }: Race): string =>
  [
    `${contenders.length} workers, each for itself`,
    pick === "human" ? "you pick the result" : "the first that passes is picked",
    ...(maxCostUsd === null ? [] : [`at most ${dollars(maxCostUsd)} for all`]),
  ].join(" · ");

/** Where the race stands, what the results have in common, and what was picked. */
function State({ race, workspace: { run }, open }: { race: Race; workspace: RunWorkspace; open: boolean }) {
  const compared = comparedWords(race);
  const atWork = race.contenders.filter(isAtWork).length;
  const { call, toasts } = useFrame();
  const stopFixing = () =>
    toasts.attempt(() => call("POST /runs/:id/stop-fixing", { params: { id: run.id } }));
  return (
    <>
      <p role="status" class="wrap-anywhere">
        {race.over ??
          `${atWork} of ${race.contenders.length} ${atWork === 1 ? "has" : "have"} no result yet.`}{" "}
        {race.over === null && race.contenders.some(hasResult) && open &&
          "You can pick a result now: the others are stopped then. "}
        {compared !== null && <ShownText text={compared} />}
      </p>
      {open && race.contenders.some((each) => isAtWork(each) && each.fixRounds > 0) && (
        <div class="row">
          <Button small onPress={stopFixing}>Stop fixing</Button>
          <span class="hint small">Each contender that is corrected keeps its best attempt.</span>
        </div>
      )}
      {race.picked && (
        <div class="row">
          <strong>
            {race.pickedBy === "coordinator" ? "Picked as requested" : "Picked"}: {partsWords(race.picked)}.
          </strong>
          {run.waitingFor?.kind === "approval" && run.waitingFor.id === run.approvalId && (
            <Link class="button button-primary button-small" to={run.waitingFor.id}>Review the change</Link>
          )}
          {open && <UndoPick runId={run.id} />}
        </div>
      )}
    </>
  );
}

/** A link to the question that a contender waits for; nothing if it waits for none. */
function Answer({ standing, workspace }: { standing: RaceContender; workspace: RunWorkspace }) {
  const asked = workspace.approvals.find(({ status, taskSessionId }) =>
    status === "pending" && taskSessionId !== undefined && standing.taskSessionIds.includes(taskSessionId)
  );
  return asked
    ? (
      <Link class="button button-small" to={asked.id}>
        Answer<span class="visually-hidden">contender {standing.contender}</span>
      </Link>
    )
    : null;
}

/** Asks before contenders are stopped that are still at work. */
function StopOthers({ atWork, onConfirm, onClose }: {
  atWork: readonly RaceContender[];
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Confirm
      title="Stop the others?"
      action="Stop them and pick"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Still at work, and stopped if you pick now:</p>
      <ul>
        {atWork.map((standing) => <li key={standing.contender}>{standing.contender}. {workerOf(standing)}
        </li>)}
      </ul>
      <p>They do not go on later, even if you undo the pick.</p>
    </Confirm>
  );
}
