import { useClock } from "../../kit/time.tsx";
import type { Fire } from "../types.ts";
import { OUTCOME_TONES } from "../words.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** The worst of a day decides its colour. */
const ORDER = ["bad", "warning", "info", "good", "neutral"] as const;

/** The newest rows by day, over 30 days; the table below says the same in words. */
export function LedgerStrip({ fires }: { fires: readonly Fire[] }) {
  const today = Math.floor(useClock().value / DAY);
  const days = Array.from({ length: DAYS }, (_, i) => {
    const day = today - DAYS + 1 + i;
    const of = fires.filter(({ dueAt }) => Math.floor(Date.parse(dueAt) / DAY) === day);
    const tones = new Set(of.map(({ outcome }) => OUTCOME_TONES[outcome]));
    return { day, count: of.length, tone: ORDER.find((each) => tones.has(each)) ?? null };
  });
  if (days.every(({ count }) => count === 0)) return null;
  return (
    <div class="ledger-strip" aria-hidden="true">
      {days.map(({ day, count, tone }) => (
        <span
          key={day}
          class={tone === null ? "ledger-day" : `ledger-day ledger-day-some tone-${tone}`}
          title={`${new Date(day * DAY).toISOString().slice(0, 10)}: ${count}`}
        />
      ))}
    </div>
  );
}
