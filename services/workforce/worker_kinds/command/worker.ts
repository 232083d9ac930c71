import { basename } from "node:path";
import type { SandboxState } from "../../../machine/processes/sandbox/mod.ts";
import type { PlanResult, Worker } from "../../workers/worker.ts";
import type { CommandDefinition } from "./definition.ts";
import { performCommand } from "./perform.ts";
import { commandReadiness } from "./readiness.ts";

/** The maximum length of a task's title. */
const TITLE_CHARACTERS = 120;

/**
 * A worker that is a program of the operator's: it accepts any text and does each request as one task. `sandbox` returns what
 * is known about this machine at that time.
 */
export function commandWorker(definition: CommandDefinition, sandbox: () => SandboxState): Worker {
  return {
    elsewhere: "installed",
    provider: definition.id,
    model: definition.model ?? basename(definition.command[0] ?? ""),
    readiness: () => commandReadiness(definition, sandbox()),
    plan: asOneTask,
    perform: (task) => performCommand(definition, task),
  };
}

function asOneTask(request: string): PlanResult {
  const title = request.trim().split("\n", 1)[0]!.slice(0, TITLE_CHARACTERS);
  // The person who configured the program chose it, so it does not count as an agent's command.
  return { tasks: [{ id: "task_1", title, instructions: request, dependsOn: [], commands: [] }] };
}
