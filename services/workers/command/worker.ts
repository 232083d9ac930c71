import { basename } from "node:path";
import type { SandboxState } from "../../processes/sandbox/mod.ts";
import type { PlanResult, Worker } from "../worker.ts";
import type { CommandDefinition } from "./definition.ts";
import { performCommand } from "./perform.ts";
import { commandReadiness } from "./readiness.ts";

/** How much of a request becomes the title of its task. */
const TITLE_CHARACTERS = 120;

/**
 * A worker that is a program of the person's: it takes any words, and does each request as one task. `sandbox` gives what is
 * known of this machine by then.
 */
export function commandWorker(definition: CommandDefinition, sandbox: () => SandboxState): Worker {
  return {
    provider: definition.id,
    model: definition.model ?? basename(definition.command[0] ?? ""),
    readiness: () => commandReadiness(definition, sandbox()),
    plan: asOneTask,
    perform: (task) => performCommand(definition, task),
  };
}

function asOneTask(request: string): PlanResult {
  const title = request.trim().split("\n", 1)[0]!.slice(0, TITLE_CHARACTERS);
  // The program was chosen by the person who configured it, so it is not among what an agent has brought.
  return { tasks: [{ id: "task_1", title, instructions: request, dependsOn: [], commands: [] }] };
}
