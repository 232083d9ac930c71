import type { WorkflowNode } from "../language/definition.ts";

/** Returns a placeholder for a missing output; undefined if it could be anything. */
export function emptyOutput(node: WorkflowNode): unknown {
  switch (node.kind) {
    case "prompt":
      return node.with.outputSchema ? undefined : { text: "" };
    case "command":
      return { exitCode: 0, stdout: "", ...(node.with.outputFormat === "lines" && { lines: [] }) };
    case "http_read":
      return { status: 200, text: "", sha256: "" };
    case "memory":
      return node.with.read ? { records: [] } : { candidateId: "none" };
    case "wait":
      return { waitedMs: 0, event: { ...node.with.event, data: {} } };
    default:
      return {};
  }
}
