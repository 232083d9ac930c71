/**
 * Kills the service under load, a thousand times or as often as one likes: `deno task soak -- --kills 1000 [--seed N]`.
 * Ends with the statistical bound that this many kills without a fault give.
 */
import { parseArgs } from "node:util";
import { KillCycle } from "./load/cycle.ts";
import { freshSeed } from "./seed.ts";
import { Site } from "./site.ts";

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

const { values } = parseArgs({
  args: Deno.args.filter((argument) => argument !== "--"),
  options: { kills: { type: "string", default: "1000" }, seed: { type: "string" } },
});
const kills = Number(values.kills);
const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  say("--kills takes a whole number from 1 on, --seed a whole number.");
  Deno.exit(2);
}

const startedAt = performance.now();
const site = Site.make();
const cycle = new KillCycle(site, seed);
say(`seed ${seed}, storage ${site.storage}`);
try {
  for (let next = 10; cycle.kills < kills;) {
    const due = cycle.kills >= next;
    await cycle.once({ verify: due });
    if (!due) continue;
    say(progress());
    // Folding the log again takes longer as it grows.
    next += Math.max(10, Math.floor(cycle.kills / 10));
  }
  await cycle.end();
} catch (error) {
  say(`FAILED after ${cycle.kills} kills with seed ${seed}; what is left lies in ${site.storage}`);
  throw error;
}
site[Symbol.dispose]();
say(progress());
// The rule of three: n trials without a fault leave, at 95 % confidence, a rate of at most 3/n.
const bound = (rate: number) => `at most 1 in ${Math.floor(1 / rate)} (95 % confidence)`;
say(`No fault in ${cycle.kills} kills: a kill loses something ${bound(3 / cycle.kills)}.`);
say(
  `No fault in ${cycle.ledger.acknowledged} answers: an answer is lost ${
    bound(3 / cycle.ledger.acknowledged)
  }.`,
);

function progress(): string {
  const { p50, most } = cycle.restartTimes();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${seconds} s: ${cycle.kills} kills, ${cycle.ledger.acknowledged} answers, ${cycle.history.runs.size} runs, ` +
    `${cycle.history.sequence} events, ${cycle.history.applied} patches; restart ${p50} ms (most ${most} ms)`;
}
