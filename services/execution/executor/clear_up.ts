import { join } from "node:path";
import type { ArtifactFiles } from "../../../store/artifacts.ts";
import { notePending, removePending } from "../../../store/pending_files.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { workspacesOf } from "../commands/control.ts";

/** Removes what a driver leaves: files that no event names, and the run's directory, which is empty when no step is active. */
export async function clearUp(service: Core, runId: string, artifacts: ArtifactFiles): Promise<void> {
  await removeUnrecorded(service, artifacts).catch((cause) =>
    service.log.error(`Files that no event of the run ${runId} names could not be removed`, cause)
  );
  const directory = join(workspacesOf(service.config.storageDirectory), runId);
  await Deno.remove(directory).catch(() => {}); // missing, or left to the next start, which removes all of them
}

/** What was written before the run was halted, and not recorded: no erasure would find it later. */
async function removeUnrecorded({ store }: Core, artifacts: ArtifactFiles): Promise<void> {
  const left = artifacts.abandon();
  if (left.length === 0) return;
  await store.commit(() => notePending(store, left));
  await removePending(store, artifacts);
}
