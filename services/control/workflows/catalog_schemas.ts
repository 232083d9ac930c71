import { z } from "zod";
import { blastRadiusSchema, jsonSchema } from "./schemas.ts";

export const workflowTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.number().int(),
  usage: z.enum(["run", "saved_workflow"]).describe(
    "run: POST /runs takes the id as workflowTemplateId, with a request in place of inputs; saved_workflow: save source with POST /saved-workflows, and run that with its inputs",
  ),
  inputs: jsonSchema,
  definition: jsonSchema,
  source: z.string(),
  blastRadius: blastRadiusSchema,
}).meta({ id: "workflowTemplateSchema" });
export type WorkflowTemplateView = z.output<typeof workflowTemplateSchema>;

export const workflowPrimitiveSchema = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  withSchema: jsonSchema,
  outputSchema: jsonSchema,
  policyClass: z.string(),
  effects: z.object({
    files: z.string(),
    commands: z.boolean(),
    network: z.string(),
    secrets: z.boolean(),
    money: z.boolean(),
  }),
  limits: z.record(z.string(), z.union([z.string(), z.number()])),
  example: z.string(),
}).meta({ id: "workflowPrimitiveSchema" });
export type WorkflowPrimitive = z.output<typeof workflowPrimitiveSchema>;
