import { counted, duration } from "../../../client/words.ts";
import { useClock } from "../../kit/text/time.tsx";
import type { Tone } from "../../kit/badge.tsx";
import type { Automation } from "../types.ts";
import { OUTCOME_TONES } from "../words.ts";
import { DAY } from "../../../store/shared/durations.ts";
import { isKeyOf } from "../../../store/shared/records.ts";

type Day = Automation["ledger"]["days"][number];

const DAYS = 30;

/** The tone and symbol of each outcome, the worst first: a day shows its worst one. */
const SIGNS: readonly (readonly [Tone, string])[] = [
  ["bad", "×"],
  ["warning", "!"],
  ["info", "↷"],
  ["good", "✓"],
  ["neutral", "–"],
];

/** The outcomes of the fires of the last 30 days, as a strip. */
export function LedgerStrip({ days }: { days: readonly Day[] }) {
  const today = Math.floor(useClock().value / DAY);
  const known = new Map(days.map((day) => [day.id, day]));
  const ids = Array.from(
    { length: DAYS },
    (_, i) => new Date((today - DAYS + 1 + i) * DAY).toISOString().slice(0, 10),
  );
  return (
    <ol class="ledger-strip" aria-label="The last 30 days, in UTC">
      {ids.map((id) => <DayOfStrip key={id} id={id} day={known.get(id)} />)}
    </ol>
  );
}

function DayOfStrip({ id, day }: { id: string; day: Day | undefined }) {
  const words = `${id}: ${day ? describe(day) : "nothing"}`;
  const [tone, sign] = day ? worstOf(day) : [null, ""];
  return (
    <li class={`ledger-day ${tone === null ? "" : `ledger-day-some tone-${tone}`}`} title={words}>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{words}</span>
    </li>
  );
}

function worstOf({ rows }: Day): readonly [Tone, string] {
  const tones = new Set(
    Object.keys(rows).flatMap((outcome) => isKeyOf(OUTCOME_TONES, outcome) ? [OUTCOME_TONES[outcome]] : []),
  );
  return SIGNS.find(([tone]) => tones.has(tone)) ?? ["neutral", "–"];
}

function describe({ rows, maxLatenessMilliseconds }: Day): string {
  const outcomes = Object.entries(rows).map(([outcome, count]) =>
    `${counted(count ?? 0, "row")} ${outcome.replaceAll("_", " ")}`
  );
  const late = maxLatenessMilliseconds === null ? "" : `; up to ${duration(maxLatenessMilliseconds)}`;
  return `${outcomes.join(", ")}${late}`;
}
