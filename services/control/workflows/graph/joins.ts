import type { WorkflowNode } from "../language/definition.ts";
import { followersOf, siblingsOf } from "../language/siblings.ts";
import { isFinal, type NodeRecord, type NodeRecords } from "./records.ts";
import type { NodeFrame } from "./scope.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** Whether the dependencies of a node let it run: not yet, never (with the reason), or now. */
export function joinOf(
  node: WorkflowNode,
  frame: NodeFrame,
  records: NodeRecords,
): { open: "later" } | { open: "never"; why: string } | { open: "now" } {
  const before = node.dependsOn.map((id) => ({ id, record: records.get(frame.prefix + id) }));
  if (!before.every(({ record }) => isFinal(record))) return { open: "later" };
  const succeeded = ({ id, record }: (typeof before)[number]): boolean =>
    record?.status === "completed" ||
    (record?.status === "failed" && nodeOf(frame, id)?.onError === "continue");
  if (node.join === "all_success") {
    const lacking = before.find((each) => !succeeded(each));
    if (lacking) return { open: "never", why: `"${lacking.id}" ${lacking.record!.status}.` };
  } else if (node.join === "one_success" && before.length > 0 && !before.some(succeeded)) {
    return { open: "never", why: "None of the preceding nodes succeeded." };
  }
  const other = before.find(({ id, record }) => notTaken(nodeOf(frame, id), node.id, record));
  return other ? { open: "never", why: `"${other.id}" took another case.` } : { open: "now" };
}

const nodeOf = (frame: NodeFrame, id: string): WorkflowNode | undefined => siblingsOf(frame.nodes).get(id);

function notTaken(before: WorkflowNode | undefined, id: string, record: NodeRecord | undefined): boolean {
  if (before?.kind !== "branch" || record?.status !== "completed") return false;
  const named = before.with.default === id || before.with.cases.some((each) => each.id === id);
  return named && recordOf(record.output).case !== id;
}

/** Returns the first failure in a frame that nothing in it handles, or null. */
export function unhandledOf(frame: NodeFrame, records: NodeRecords): NodeRecord | null {
  for (const node of frame.nodes) {
    const record = records.get(frame.prefix + node.id);
    if (record?.status !== "failed" || node.onError === "continue") continue;
    const handled = followersOf(frame.nodes).get(node.id)?.some((id) =>
      nodeOf(frame, id)?.join !== "all_success" && records.get(frame.prefix + id)?.status !== "skipped"
    );
    if (!handled) return record;
  }
  return null;
}
