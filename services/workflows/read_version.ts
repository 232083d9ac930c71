import { ArtifactDamagedError } from "../../store/artifacts.ts";
import type { WorkflowVersionRow } from "../../store/workflows/versions_view.ts";
import type { Core } from "../kernel/context.ts";
import { UnavailableError } from "../kernel/errors.ts";

/** One version of a workflow, also of one that was deleted; undefined where there is none with that number. */
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

/** The text of a version, its hash checked. Throws `UnavailableError` when it is missing or damaged. */
export async function readVersion({ artifacts }: Pick<Core, "artifacts">, sha256: string): Promise<string> {
  try {
    return await artifacts.readText(sha256);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError)) throw cause;
    throw new UnavailableError(cause.message, { cause });
  }
}
