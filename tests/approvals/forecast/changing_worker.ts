import { dirname, join } from "node:path";
import type { Worker } from "../../../services/workforce/workers/worker.ts";

/** A change to one path: new bytes as text, a link to a path, or null to delete it. */
export type Change = { path: string; to: string | { link: string } | null; executable?: boolean };

/** Makes one change in a directory. */
export function makeChange(directory: string, { path, to, executable }: Change): void {
  const place = join(directory, path);
  try {
    Deno.removeSync(place);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (to === null) return;
  Deno.mkdirSync(dirname(place), { recursive: true });
  if (typeof to === "string") Deno.writeFileSync(place, new TextEncoder().encode(to));
  else Deno.symlinkSync(to.link, place);
  if (executable) Deno.chmodSync(place, 0o755);
}

/** A worker whose request is a list of changes as JSON. It makes them, and nothing else. */
export const changingWorker: Worker = {
  provider: "changing",
  model: "test",
  readiness: () => ({ ready: true }),
  plan: (request) => ({
    tasks: [{ id: "task_1", title: "Change", instructions: request, dependsOn: [], commands: [] }],
  }),
  perform: ({ directory, instructions }) => {
    // A deletion comes first, so that a file can take the place of its directory.
    const changes: Change[] = JSON.parse(instructions);
    for (const change of changes.filter(({ to }) => to === null)) makeChange(directory, change);
    for (const change of changes.filter(({ to }) => to !== null)) makeChange(directory, change);
    return Promise.resolve({ ok: true, summary: "Changed." });
  },
};
