import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream } from "../stream.ts";
import { PRIVACIES } from "../shared/enumerations.ts";

export const privacySchema = z.enum(PRIVACIES);

const definitionSchema = z.object({
  name: z.string(),
  status: z.enum(["active", "inactive"]),
  priority: z.number().int(),
  match: z.object({
    role: z.string().optional(),
    taskClass: z.string().optional(),
    workflowTemplateId: z.string().optional(),
  }),
  prefer: z.array(z.object({ provider: z.string(), model: z.string() })),
  limits: z.object({ privacy: privacySchema.optional(), maxCostUsd: z.number().optional() }),
});

export const routingPolicyDocumentSchema = definitionSchema.extend({
  id: z.string(),
  version: z.number().int(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RoutingPolicyDocument = z.infer<typeof routingPolicyDocumentSchema>;

/** Which models a person wants for which work, and the limits. Every event has the whole policy. */
export const routingPolicyStream = defineStream<RoutingPolicyDocument>()({
  kind: "routing_policy",
  version: 1,
  events: { "routing_policy.created": definitionSchema, "routing_policy.updated": definitionSchema },
  indexes: [["status"]],
  countBy: "status",
  evolve: (policy, { type, stream, data, actor, at }) => {
    if (!policy && type === "routing_policy.updated") return null;
    return {
      id: idOf({ stream }),
      ...data,
      version: (policy?.version ?? 0) + 1,
      createdBy: policy?.createdBy ?? actor,
      createdAt: policy?.createdAt ?? at,
      updatedAt: at,
    };
  },
});
