import { join } from "node:path";
import type { Worker } from "../../services/workforce/workers/worker.ts";

/** A worker of which each task writes these files, or never ends. */
export const contender = (
  provider: string,
  files: Record<string, string> | "hangs" | "fails",
  begun: () => void = () => {},
): Worker => ({
  provider,
  model: "test",
  readiness: () => ({ ready: true }),
  plan: (request) => ({
    tasks: [{ id: "task_1", title: request, instructions: request, dependsOn: [], commands: [] }],
  }),
  perform: async ({ directory, signal }) => {
    begun();
    if (files === "hangs") {
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }
    if (typeof files === "string") return { ok: false, reason: "command_failed", detail: "The tool broke." };
    for (const [path, text] of Object.entries(files)) await Deno.writeTextFile(join(directory, path), text);
    return { ok: true, summary: `Wrote ${Object.keys(files).join(", ")}.` };
  },
});
