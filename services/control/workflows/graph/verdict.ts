import type { WorkflowNode } from "../language/definition.ts";
import { readSchema } from "../language/json_schema.ts";
import type { EndedRecord } from "./records.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** Returns how an execution ended, from its output: the same for real runs and for stubs. */
export function verdictOf(path: string, node: WorkflowNode, output: unknown): EndedRecord {
  if (node.kind === "command") {
    const { exitCode = 0 } = recordOf(output);
    if (exitCode !== 0) {
      const detail = `The command ended with exit code ${exitCode}.`;
      return { path, status: "failed", output, cause: "exit", detail };
    }
  }
  if (node.kind === "prompt" && node.with.outputSchema) {
    const schema = readSchema(node.with.outputSchema);
    const checked = "fault" in schema ? schema : schema.check(output);
    if ("fault" in checked) {
      return {
        path,
        status: "failed",
        cause: "schema",
        detail: `The answer does not match outputSchema: ${checked.fault}.`,
      };
    }
    return { path, status: "completed", output: checked.value };
  }
  if (node.kind === "approval") return decided(path, node, output);
  return { path, status: "completed", output };
}

function decided(
  path: string,
  node: Extract<WorkflowNode, { kind: "approval" }>,
  output: unknown,
): EndedRecord {
  const { decision, note } = recordOf(output);
  if (decision === "approve") return { path, status: "completed", output };
  const detail = note === "" ? "It was rejected." : `It was rejected: ${note}`;
  return {
    path,
    status: node.with.onReject === "skip" ? "skipped" : "failed",
    output,
    cause: "other",
    detail,
  };
}
