import { z } from "zod";
import { KIND_IDS, KINDS } from "./kinds/mod.ts";
import type { WorkflowPrimitive } from "./catalog_schemas.ts";

/** Returns every kind of node as it is declared. */
export function listPrimitives(): WorkflowPrimitive[] {
  return KIND_IDS.map((id) => {
    const { label, description, policyClass, effects, limits, example, output, with: content } = KINDS[id];
    return {
      id,
      label,
      description,
      withSchema: jsonSchemaOf(content, "input"),
      outputSchema: jsonSchemaOf(output, "output"),
      policyClass,
      effects,
      limits: { ...limits },
      example,
    };
  });
}

const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): Record<string, unknown> => ({
  ...z.toJSONSchema(schema, { io, unrepresentable: "any" }),
});
