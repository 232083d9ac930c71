import type { Instruction } from "../language/instruction.ts";
import { chainsOf } from "./chains.ts";
import { type Footprint, footprint } from "./conflict.ts";

/** A part of a recipe that is done before the next one begins: commands, or independent chains. */
type RecipeStage = { barrier: boolean; chains: number[][] };

/** Splits a recipe at its commands. Consecutive commands share a stage, as one chain. */
export function splitIntoStages(instructions: readonly Instruction[]): RecipeStage[] {
  const stages: RecipeStage[] = [];
  let pending: { index: number; footprint: Footprint }[] = [];
  const flush = () => {
    if (pending.length === 0) return;
    const indexes = pending.map(({ index }) => index);
    const chains = chainsOf(pending.map(({ footprint }) => footprint));
    stages.push({ barrier: false, chains: chains.map((chain) => chain.map((at) => indexes[at] ?? 0)) });
    pending = [];
  };
  for (const [index, instruction] of instructions.entries()) {
    const touched = footprint(instruction);
    if (touched !== null) {
      pending.push({ index, footprint: touched });
      continue;
    }
    flush();
    const last = stages.at(-1);
    if (last?.barrier) last.chains[0]?.push(index);
    else stages.push({ barrier: true, chains: [[index]] });
  }
  flush();
  return stages;
}

/** Distributes chains over `count` bins as evenly as their lengths allow; each bin is in written order. */
export function spread(chains: readonly number[][], count: number): number[][] {
  const bins: number[][] = Array.from({ length: Math.min(count, chains.length) }, () => []);
  for (const chain of chains.toSorted((a, b) => b.length - a.length)) {
    const least = bins.reduce((best, bin) => bin.length < best.length ? bin : best);
    least.push(...chain);
  }
  return bins.map((bin) => bin.toSorted((a, b) => a - b)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Returns how many of `budget` tasks each stage gets: at least one, more where the most chains share a task. */
export function allot(stages: readonly RecipeStage[], budget: number): number[] {
  const counts = stages.map(() => 1);
  for (let left = budget - stages.length; left > 0; left--) {
    let neediest = -1;
    for (const [at, { chains }] of stages.entries()) {
      const load = chains.length / (counts[at] ?? 1);
      const most = neediest < 0 ? 1 : (stages[neediest]?.chains.length ?? 0) / (counts[neediest] ?? 1);
      if (load > most) neediest = at;
    }
    if (neediest < 0) break;
    counts[neediest] = (counts[neediest] ?? 0) + 1;
  }
  return counts;
}
