import { z } from "zod";
import { KINDS } from "../kinds/mod.ts";
import type { WorkflowNode } from "./definition.ts";

/** Returns the fields of a node's output; null if it may have any, an empty list if it has none. */
export function outputFields(node: WorkflowNode): string[] | null {
  if (node.kind === "prompt" && node.with.outputSchema) {
    const { properties } = node.with.outputSchema;
    return properties ? Object.keys(properties) : null;
  }
  if (node.kind === "workflow") return node.included ? Object.keys(node.included.outputs ?? {}) : null;
  const schema = z.toJSONSchema(KINDS[node.kind].output, { unrepresentable: "any" });
  if (schema.type === "array") return [];
  return schema.properties ? Object.keys(schema.properties) : null;
}

/** Returns whether a field is the complete text of a model, which cannot be predicted. */
export const isModelText = (node: WorkflowNode, field: string | undefined): boolean =>
  node.kind === "prompt" && !node.with.outputSchema && field === "text";
