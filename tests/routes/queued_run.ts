import type { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A run that stands in the queue of a service without workers, in a directory that goes with it. */
export async function queuedRun(h: Harness, request = 'create a.md with "x"') {
  const repoPath = temporaryDirectory();
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath } });
  return { id, repoPath, [Symbol.asyncDispose]: () => Deno.remove(repoPath, { recursive: true }) };
}
