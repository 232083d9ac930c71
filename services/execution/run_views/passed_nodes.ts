import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { RunWorkspaceSnapshot } from "./detail_schemas.ts";
import { dataOf } from "../../../store/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";

type PassedNode = NonNullable<RunWorkspaceSnapshot["passedNodes"]>[number];

/** Returns the nodes of a workflow's run that were not executed, with the reasons; empty for other runs. */
export function passedNodesOf(
  { store }: Ctx,
  { id, definitionSha256 }: RunDocument,
): Pick<RunWorkspaceSnapshot, "passedNodes"> {
  if (definitionSha256 === undefined) return {};
  const passedNodes = store.events.ofStream(`run/${id}`).flatMap((event): PassedNode[] => {
    const skipped = dataOf(event, runStream, "workflow.node_skipped");
    if (skipped) return [{ id: skipped.path, status: "skipped", why: skipped.why }];
    const refused = dataOf(event, runStream, "workflow.node_refused");
    return refused ? [{ id: refused.path, status: "failed", why: refused.detail }] : [];
  });
  return { passedNodes };
}
