import { join } from "node:path";
import type { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";

/** What the repository of a race contains, and two results that can be combined. */
export const FILES = { "a.txt": "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n" };
export const AT_THE_TOP = { "a.txt": FILES["a.txt"].replace("one", "ONE"), "good.txt": "good\n" };
export const AT_THE_END = { "a.txt": FILES["a.txt"].replace("nine", "NINE"), "lazy.txt": "lazy\n" };

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

/** What is not green before the change at the top. */
const CHECK = { command: "grep -q ONE a.txt" };

/** Starts a race of these providers. */
export const begin = (h: Harness, repository: TestRepository, providers: string[], more = {}) =>
  h.operator("POST /coordinator/runs", {
    body: {
      request: "Write the number in capitals",
      repoPath: repository.root,
      verifier: CHECK,
      race: { contenders: providers.map((provider) => ({ worker: { provider } })), ...more },
    },
  });

/** What is known of the contenders of a race. */
export const raceOf = (h: Harness, id: string) => h.operator("GET /runs/:id/race", { params: { id } });

/** A worker that writes the first of these texts, and the one after it as often as it is told what the verifier printed. */
export function improving(provider: string, texts: string[], told: string[] = []): Worker {
  return {
    ...contender(provider, {}),
    perform: async ({ directory, instructions, signal }) => {
      told.push(instructions);
      const path = join(directory, "a.txt");
      const next = texts[texts.indexOf(await Deno.readTextFile(path)) + 1];
      if (next === undefined) {
        signal.throwIfAborted();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      await Deno.writeTextFile(path, next!);
      return { ok: true, summary: `Wrote ${next}` };
    },
  };
}
