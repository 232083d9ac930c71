import { boundAfter } from "../recovery/bound.ts";
import { KillCycle } from "../recovery/load/cycle.ts";
import { Site } from "../recovery/site.ts";

/** Kills a service under load so often, and says the statistical bound that this many kills without a fault give. */
export async function killUnderLoad(kills: number, seed: number, say: (line: string) => void): Promise<void> {
  const startedAt = performance.now();
  const site = Site.make();
  const cycle = new KillCycle(site, seed);
  const progress = () => {
    const { p50, most } = cycle.restartTimes();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return `${seconds} s: ${cycle.kills} kills, ${cycle.ledger.acknowledged} answers, ${cycle.history.runs.size} runs, ` +
      `${cycle.history.sequence} events, ${cycle.history.applied} patches; restart ${p50} ms (most ${most} ms)`;
  };
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
  say(`No fault in ${cycle.kills} kills: a kill loses something ${boundAfter(cycle.kills)}.`);
  const answers = cycle.ledger.acknowledged;
  say(`No fault in ${answers} answers: an answer is lost ${boundAfter(answers)}.`);
}
