import type { PlannedTask, PlanResult } from "../workers/worker.ts";
import { formatInstruction } from "./language/format.ts";
import { RECIPE_HELP } from "./language/help.ts";
import type { Instruction } from "./language/instruction.ts";
import { instructionTitle } from "./language/title.ts";
import { parseRecipe } from "./parse.ts";
import { conflicts, footprint } from "./planning/conflict.ts";
import { allot, splitIntoStages, spread } from "./planning/stages.ts";

/** The maximum number of tasks: each needs its own workspace. */
export const MAX_TASKS = 12;

/**
 * Plans a recipe: one task per instruction, which depends on every earlier one that it may conflict with (transitively, all
 * listed); a command depends on all before it, and all after depend on it. Beyond 12 instructions, conflicting ones share a
 * task. `sequential` returns a single task. Text that is not a recipe returns its lines and the help.
 */
export function planRecipe(text: string, mode: "parallel" | "sequential"): PlanResult {
  const parsed = parseRecipe(text);
  if ("misunderstood" in parsed) return { misunderstood: parsed.misunderstood, help: RECIPE_HELP };
  const { instructions } = parsed;
  if (mode === "sequential") {
    return { tasks: toTasks(instructions, [{ members: [...instructions.keys()], after: [] }]) };
  }
  const groups = instructions.length <= MAX_TASKS ? oneEach(instructions) : merged(instructions);
  return { tasks: toTasks(instructions, groups) };
}

/** Indexes of instructions that become one task, and the positions of the groups before it. */
type Group = { members: number[]; after: number[] };

function oneEach(instructions: readonly Instruction[]): Group[] {
  const footprints = instructions.map(footprint);
  const groups: Group[] = [];
  for (const [index, own] of footprints.entries()) {
    const after = new Set<number>();
    for (const [earlier, other] of footprints.slice(0, index).entries()) {
      if (own !== null && other !== null && !conflicts(own, other)) continue;
      after.add(earlier);
      groups[earlier]?.after.forEach((before) => after.add(before));
    }
    groups.push({ members: [index], after: [...after].sort((a, b) => a - b) });
  }
  return groups;
}

function merged(instructions: readonly Instruction[]): Group[] {
  const stages = splitIntoStages(instructions);
  // With so many commands nothing can run in parallel.
  if (stages.length > MAX_TASKS) return [{ members: [...instructions.keys()], after: [] }];
  const counts = allot(stages, MAX_TASKS);
  const groups: Group[] = [];
  for (const [at, stage] of stages.entries()) {
    const after = [...groups.keys()];
    for (const members of spread(stage.chains, counts[at] ?? 1)) groups.push({ members, after });
  }
  return groups;
}

function toTasks(instructions: readonly Instruction[], groups: readonly Group[]): PlannedTask[] {
  return groups.map(({ members, after }, index) => {
    const own = members.flatMap((member) => instructions[member] ?? []);
    return {
      id: taskId(index),
      title: taskTitle(own),
      instructions: own.map(formatInstruction).join("\n"),
      dependsOn: after.map(taskId),
      commands: own.flatMap((instruction) => instruction.kind === "run" ? [instruction.command] : []),
    };
  });
}

function taskId(index: number): string {
  return `task_${index + 1}`;
}

function taskTitle(instructions: readonly Instruction[]): string {
  const [first, ...others] = instructions;
  if (first === undefined) return "Nothing to do";
  return others.length === 0
    ? instructionTitle(first)
    : `${instructionTitle(first)} and ${others.length} more`;
}
