import { join } from "node:path";
import type { PermissionRequest, Worker } from "../../services/workforce/workers/worker.ts";

/** A question about writing one line to a file. */
export const edit = (path: string): PermissionRequest => ({
  key: `edit ${path}`,
  kind: "edit",
  title: `Write ${path}`,
  paths: [path],
  detail: `+${path}`,
});

/** What the worker was answered, in order, over all of its attempts: `<path>: <decision>`. */
export type Asked = { answers: string[]; attempts: number };

/**
 * A worker whose tasks are one line each, `ask <path> [<path> …]`: it writes `begun`, asks for each path at once, and
 * writes those that were approved. `!<command>` asks for a command, and `!` alone for one that it does not name.
 */
export function askingWorker(asked: Asked = { answers: [], attempts: 0 }): Worker {
  return {
    provider: "asking",
    model: "test",
    readiness: () => ({ ready: true }),
    plan: (request) => ({
      tasks: request.split("\n").map((line, i) => ({
        id: `task_${i + 1}`,
        title: line,
        instructions: line,
        dependsOn: [],
        commands: [],
      })),
    }),
    perform: async ({ directory, instructions, ask }) => {
      if (!instructions.startsWith("ask ")) return { ok: true, summary: "Understood." };
      asked.attempts++;
      await Deno.writeTextFile(join(directory, "begun"), "begun\n");
      const paths = instructions.split(" ").slice(1);
      await Promise.all(paths.map(async (path) => {
        const request = path.startsWith("!")
          ? { ...edit(path), kind: "command" as const, ...(path !== "!" && { command: path.slice(1) }) }
          : edit(path);
        const { decision } = await ask(request);
        asked.answers.push(`${path}: ${decision}`);
        if (decision === "approved" && request.kind === "edit") {
          await Deno.writeTextFile(join(directory, path), `${path}\n`);
        }
      }));
      return { ok: true, summary: `Asked for ${paths.join(", ")}.` };
    },
  };
}
