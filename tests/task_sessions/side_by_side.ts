import { builtinWorker } from "../../services/workforce/recipes/worker.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";

/** The built-in worker with a plan of one task for each line, side by side but for `after <task>: <line>`. */
export const sideBySide: Worker = {
  ...builtinWorker,
  plan: (request) => ({
    tasks: request.split("\n").map((line, i) => {
      const [, after, instructions = line] = /^after (\w+): (.*)$/.exec(line) ?? [];
      const read = builtinWorker.read!(instructions, "parallel");
      return {
        id: `task_${i + 1}`,
        title: instructions,
        instructions,
        dependsOn: after === undefined ? [] : [after],
        commands: "tasks" in read ? read.tasks.flatMap(({ commands }) => commands) : [],
      };
    }),
  }),
};
