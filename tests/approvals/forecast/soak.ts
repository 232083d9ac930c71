import { TestRepository } from "../../git.ts";
import type { Harness } from "../../harness.ts";
import { longestTurn } from "../../kit/longest_turn.ts";
import { ROOT } from "../../kit/root.ts";
import { realChanges } from "./real_changes.ts";
import { changingHarness, forecastOf, resultOf, trials } from "./trial.ts";

const TEXT = Array.from({ length: 400 }, (_, i) => `line ${i + 1}\n`);

/** What one request for a forecast took, and what it left for the next. */
type Asked = { milliseconds: number; longestTurn: number; pairs: number; leftOut: number };

/** Makes so many results that all change one file: every third the same line, which conflicts, the others a line of their own. */
async function manyResults(h: Harness, repository: TestRepository, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const at = i % 3 === 0 ? 0 : 7 * i;
    const to = TEXT.with(at, `changed by ${i}\n`).join("");
    await resultOf(h, repository, [{ path: "a.txt", to }]);
  }
}

/** Asks for the forecast until nothing is left out, and once more when all is known. */
async function askAll(h: Harness, repository: TestRepository): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let again = 0; again < 2;) {
    let left = 0;
    const { took, own } = await longestTurn(async () => {
      const { pairs, leftOut } = await forecastOf(h, repository);
      asked.push({ milliseconds: 0, longestTurn: 0, pairs: pairs.length, leftOut: left = leftOut.pairs });
    });
    asked.push({ ...asked.pop()!, milliseconds: took, longestTurn: own });
    if (left === 0) again++;
  }
  return asked;
}

/** After how many pairs it is said how to go on from there. */
const SAID_EVERY = 50;

/**
 * Compares so many forecasts with what then happens, for changes of this project's own history and for as many random ones, and
 * measures one of 50 results; `only` one half of that. Throws at the first difference. What was compared before a stop need not be
 * compared again.
 */
export async function soakForecast(
  count: number,
  seed: number,
  only: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const draws = { real: () => realChanges(ROOT), random: () => undefined };
  const chosen = Object.entries(draws).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new RangeError(`--only takes ${Object.keys(draws).join(" or ")}, not "${only}".`);
  }
  if (only === undefined) await measureForecast(say);
  for (const [name, drawOf] of chosen) {
    const draw = await drawOf();
    const told = (done: number) => {
      if (done % SAID_EVERY !== 0 || done === count) return;
      const rest = `--only ${name} --count ${count - done} --seed ${seed + done}`;
      say(`${done} ${name} pairs; the rest: soak -- forecast ${rest}`);
    };
    for (const [outcome, times] of await trials(count, seed, draw, told)) {
      say(`${times} ${name} pairs: ${outcome}`);
    }
    say(`No difference in ${count} ${name} pairs (seed ${seed}).`);
  }
}

/** Measures the forecast of 50 open results that all change one file. */
async function measureForecast(say: (line: string) => void, count = 50): Promise<void> {
  using repository = TestRepository.make({ "a.txt": TEXT.join("") });
  await using h = await changingHarness(2);
  await manyResults(h, repository, count);
  for (let i = 0; i < 5; i++) {
    const { took } = await longestTurn(() => h.operator("GET /approvals/queue", { query: { limit: count } }));
    say(`${Math.round(took)} ms: the queue with ${count} open results`);
  }
  for (const { milliseconds, longestTurn, pairs, leftOut } of await askAll(h, repository)) {
    const turn = `the longest turn ${Math.round(longestTurn)} ms`;
    say(`${Math.round(milliseconds)} ms, ${turn}: ${pairs} pairs, ${leftOut} left for the next request`);
  }
}
