import { counted, duration } from "../../client/words.ts";
import { Panel } from "../kit/panel.tsx";
import { percent, type Share, type Trial } from "./types.ts";

type Result = Trial["result"];

/** What each worker solved, as a picture with confidence intervals, and what that took. */
export const WorkersPanel = ({ result: { workers, pairs } }: Pick<Trial, "result">) => (
  <Panel title="Solved, with 95 % confidence">
    <ul class="trial-shares">
      {workers.map((each) => (
        <li key={each.worker}>
          <span class="trial-name">
            <code>{each.worker}</code> <strong>{each.solved} of {each.n}</strong>
            {each.left > 0 && <span class="hint">, {each.left} left</span>}
          </span>
          <Interval share={each} label={each.worker} />
          <span class="hint small">
            {money(each.costUsd)} in all; {each.millisecondsPerSolved !== null &&
              `${money(each.usdPerSolved)} and ${duration(each.millisecondsPerSolved)} a solved case; `}
            broke something else {counted(each.broke.length, "time")}
          </span>
        </li>
      ))}
    </ul>
    <p class="hint small">From 0 to 100 %: the mark is what was found, the line where the share lies.</p>
    {pairs.map(({ first, second, sentence, verdict }) => (
      <p key={`${first} ${second}`} class={verdict === "first" || verdict === "second" ? "" : "hint"}>
        {sentence}
      </p>
    ))}
  </Panel>
);

const money = (usd: number | null): string => usd === null ? "unknown cost" : `$${usd.toFixed(4)}`;

/** A line over the interval in which the share lies, and a dot at the share that was found. */
function Interval({ share: { solved, n, low, high }, label }: { share: Share; label: string }) {
  const words = `${label}: ${solved} of ${n}, between ${percent(low)} and ${percent(high)}`;
  return (
    <svg class="trial-interval" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={words}>
      <title>{words}</title>
      {[0, 25, 50, 75, 100].map((x) => <line key={x} x1={x} x2={x} y1="0" y2="10" class="trial-grid" />)}
      <line x1={100 * low} x2={100 * high} y1="5" y2="5" class="trial-range" />
      {n > 0 && (
        <rect x={Math.min(99, 100 * solved / n - 0.5)} y="1" width="1" height="8" class="trial-found" />
      )}
    </svg>
  );
}

/** Each case as a square for each worker: where the workers differ is seen at once. */
export function CasesPicture({ trial }: { trial: Trial }) {
  const { plan, attempts, cases, result: { workers } } = trial;
  if (!plan) return null;
  const requests = new Map(cases.map(({ id, request }) => [id, request.split("\n", 1)[0]!]));
  const ends = new Map(
    attempts.map(({ caseId, worker, end, runId }) => [
      `${caseId} ${worker.provider}/${worker.model}`,
      { outcome: end?.outcome ?? "running", runId },
    ]),
  );
  return (
    <Panel title="Case by case">
      {workers.map(({ worker }) => (
        <div key={worker} class="trial-row">
          <code>{worker}</code>
          <span class="trial-squares">
            {plan.caseIds.map((id) => {
              const { outcome, runId } = ends.get(`${id} ${worker}`) ?? { outcome: "not begun", runId: null };
              const words = `${requests.get(id) ?? id}: ${outcome}`;
              const square = `trial-square is-${outcome.replace(" ", "-")}`;
              return runId === null
                ? <span key={id} class={square} title={words} role="img" aria-label={words} />
                : (
                  <a
                    key={id}
                    class={square}
                    title={words}
                    aria-label={words}
                    href={`/dashboard/runs/${runId}`}
                  />
                );
            })}
          </span>
        </div>
      ))}
      <p class="hint small">Filled: solved. Crossed: not solved. Empty: not ended.</p>
    </Panel>
  );
}

/** The shares by kind of change and by language. */
export const GroupsPanel = ({ groups }: Pick<Result, "groups">) => (
  <Panel title="By kind of change and language">
    <ul class="trial-shares">
      {groups.map((each) => (
        <li key={`${each.by} ${each.name} ${each.worker}`}>
          <span class="trial-name">
            {each.name} <code>{each.worker}</code> <strong>{each.solved} of {each.n}</strong>
          </span>
          <Interval share={each} label={`${each.name}, ${each.worker}`} />
        </li>
      ))}
    </ul>
  </Panel>
);
