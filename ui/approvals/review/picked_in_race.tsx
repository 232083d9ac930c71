import { otherSubject } from "../../../client/approval_subject.ts";
import { Banner } from "../../kit/banner.tsx";
import { Link } from "../../kit/link.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { partsWords, UndoPick } from "../../runs/race/picked.tsx";
import { RaceTable } from "../../runs/race/table.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { Review } from "../model/types.ts";

/** The width below which the race would push the change off the first screen. */
const NARROW = "(max-width: 900px)";

/** The race that a result was picked from, with what else can be done until it is approved; nothing if there was none. */
export function PickedInRace({ review: { approval, run } }: { review: Review }) {
  if (!run?.race || otherSubject(approval)) return null;
  return <PickedResult runId={run.id} isOpen={approval.status === "pending"} />;
}

function PickedResult({ runId, isOpen }: { runId: string; isOpen: boolean }) {
  const { navigate, places } = useFrame();
  const { value, problem } = useResource(
    async ({ call }) => ({
      ...await call("GET /runs/:id/race", { params: { id: runId } }),
      readAt: Date.now(),
    }),
    ({ runid }) => runid === runId,
    runId,
  );
  const race = value.value;
  if (!race) return problem.value ? <Banner tone="bad">{problem.value}</Banner> : <Skeleton lines={3} />;
  return (
    <details class="panel picked-race" open={!matchMedia(NARROW).matches}>
      <summary>
        Race of {race.contenders.length}
        {race.picked && `: ${partsWords(race.picked)} ${race.picked.length > 1 ? "are" : "is"} picked`}
      </summary>
      <RaceTable race={race} />
      {isOpen && (
        <div class="row panel-body">
          <Link class="button button-small" to={runId}>Pick another</Link>
          <UndoPick runId={runId} onDone={() => navigate(places.pathOf(runId))} />
        </div>
      )}
    </details>
  );
}
