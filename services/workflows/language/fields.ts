import { z } from "zod";
import { KINDS } from "../kinds/mod.ts";
import type { WorkflowNode } from "./definition.ts";

/** The fields of a node's output; null where anything may be in it, and an empty list where it has none. */
export function outputFields(node: WorkflowNode): string[] | null {
  if (node.kind === "prompt" && node.with.outputSchema) {
    const { properties } = node.with.outputSchema as { properties?: object };
    return properties ? Object.keys(properties) : null;
  }
  if (node.kind === "workflow") return node.included ? Object.keys(node.included.outputs ?? {}) : null;
  const schema = z.toJSONSchema(KINDS[node.kind].output, { unrepresentable: "any" }) as {
    type?: string;
    properties?: object;
  };
  if (schema.type === "array") return [];
  return schema.properties ? Object.keys(schema.properties) : null;
}

/** Whether a field is the whole text of a model, whose words nobody can foresee. */
export const isModelText = (node: WorkflowNode, field: string | undefined): boolean =>
  node.kind === "prompt" && !node.with.outputSchema && field === "text";
