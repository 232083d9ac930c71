import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import type { WorkflowVersionRow } from "../../../store/workflows/versions_view.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";

/** Returns one version of a workflow, even of a deleted one, or undefined. */
export const findVersion = (
  { store }: Pick<Core, "store">,
  workflowId: string,
  version: number,
): WorkflowVersionRow | undefined =>
  store.projector.tables.get<WorkflowVersionRow>(
    "select * from {workflow_versions} where workflow_id = ? and number = ?",
    workflowId,
    version,
  );

/** Returns the text of a version; checks its hash. Throws `UnavailableError` if it is missing or damaged. */
export async function readVersion({ artifacts }: Pick<Core, "artifacts">, sha256: string): Promise<string> {
  try {
    return await artifacts.readText(sha256);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError)) throw cause;
    throw new UnavailableError(cause.message, { cause });
  }
}

/** The same; null if it is missing or damaged. */
export async function readVersionOrNull(
  service: Pick<Core, "artifacts">,
  sha256: string,
): Promise<string | null> {
  try {
    return await readVersion(service, sha256);
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause;
    return null;
  }
}
