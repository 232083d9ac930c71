import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { RunWorkspaceSnapshot } from "./detail_schemas.ts";

type PassedNode = NonNullable<RunWorkspaceSnapshot["passedNodes"]>[number];

/** Returns the nodes of a workflow's run that were not executed, with the reasons; empty for other runs. */
export function passedNodesOf(
  { store }: Ctx,
  { id, definitionSha256 }: RunDocument,
): Pick<RunWorkspaceSnapshot, "passedNodes"> {
  if (definitionSha256 === undefined) return {};
  const passedNodes = store.events.ofStream(`run/${id}`).flatMap(({ type, data }): PassedNode[] => {
    const { path, why, detail } = (data ?? {}) as { path?: string; why?: string; detail?: string };
    if (type === "workflow.node_skipped") return [{ id: path!, status: "skipped", why: why! }];
    return type === "workflow.node_refused" ? [{ id: path!, status: "failed", why: detail! }] : [];
  });
  return { passedNodes };
}
