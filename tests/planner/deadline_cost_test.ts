import assert from "node:assert/strict";
import { findDeadlineAtRisk } from "../../services/planning/planner/conflicts/deadlines.ts";
import { DEFAULT_SETTINGS } from "../../store/planner/settings.ts";

const [DAYS, TASKS, HOUR] = [90, 1_000, 3_600];

Deno.test("looking for deadlines at risk looks at each day once, however many due times there are", () => {
  let looked = 0;
  const free = Array.from({ length: DAYS }, (_, day) => ({
    date: "",
    get spans() {
      looked++;
      const from = day * 24 * HOUR;
      return [{ from: from + 9 * HOUR, to: from + 12 * HOUR }, {
        from: from + 13 * HOUR,
        to: from + 17 * HOUR,
      }];
    },
  }));
  const until = DAYS * 24 * HOUR;
  const demands = Array.from({ length: TASKS }, (_, n) => ({
    id: `plt_${String(n).padStart(4, "0")}`,
    title: '"Report"',
    due: Math.round((n + 1) * until / TASKS),
    said: "2026-03-02",
    priority: 10,
    minutes: 30,
    since: "",
  }));
  const settings = { ...DEFAULT_SETTINGS, dailyCapMinutes: 300 };
  const found = findDeadlineAtRisk(demands, { now: 0, until, free }, settings);
  assert.ok(looked < 3 * (DAYS + TASKS), `${looked} times`);
  const freeBy = (due: number) =>
    free.reduce((sum, { spans }) => {
      const minutes = spans.reduce(
        (all, { from, to }) => all + Math.max(0, Math.min(to, due) - from) / 60,
        0,
      );
      return sum + Math.min(Math.floor(minutes), 300);
    }, 0);
  const missing = demands.map(({ due }, at) => 30 * (at + 1) - freeBy(due));
  const [first, worst] = [missing.findIndex((each) => each > 0), missing.indexOf(Math.max(...missing))];
  assert.deepEqual(found.map(({ late: { at }, minutes }) => [at, minutes]), [
    [first, missing[first]],
    [worst, missing[worst]],
  ]);
});
