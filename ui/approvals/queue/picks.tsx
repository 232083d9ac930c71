import { baseName, firstLine } from "../../../client/words.ts";
import { Badge } from "../../kit/badge.tsx";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { type RunSummary, waitsForPick } from "../../runs/types.ts";
import { useResource } from "../../shell/mod.ts";

/** The maximum number of waiting runs that are searched for races. */
const MAX_SEARCHED = 200;

/** Returns the runs that wait until a person picks a result of their race. */
export function usePicks(): readonly RunSummary[] {
  const { value } = useResource(
    ({ call }) => call("GET /runs", { query: { status: "waiting", limit: MAX_SEARCHED } }),
    ({ type }) => type.startsWith("run."),
  );
  return (value.value ?? []).filter(waitsForPick);
}

/** The races whose result nobody picked yet, each with a link to its results. */
export function Picks({ runs }: { runs: readonly RunSummary[] }) {
  if (runs.length === 0) return null;
  return (
    <ul class="queue-items" aria-label="Waiting for a pick">
      {runs.map(({ id, number, request, repoPath, race, waitingFor }) => (
        <li key={id} class="queue-item">
          <Link to={id}>
            <span class="queue-title">
              Pick a result: <ShownText text={firstLine(request)} />
            </span>
            <span class="row small">
              <span class="hint">{baseName(repoPath)} #{number}</span>
              <Badge tone="warning">race of {race?.contenders}</Badge>
              {waitingFor && (
                <span class="hint">
                  over <Time at={waitingFor.since} />
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
