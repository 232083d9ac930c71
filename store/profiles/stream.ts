import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream } from "../stream.ts";
import { sessionLimitsSchema } from "../task_sessions/document.ts";

/** The content of a profile; every event has all of it. */
export const profileContentSchema = z.object({
  role: z.string(),
  label: z.string(),
  description: z.string(),
  status: z.enum(["active", "inactive", "archived"]),
  workflowTemplateId: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  promptProfile: z.string(),
  instructions: z.string(),
  toolAllowlist: z.array(z.string()),
  skillIds: z.array(z.string()),
  approvalPolicyClass: z.string(),
  allowedPolicyClasses: z.array(z.string()),
  limits: sessionLimitsSchema,
  metadata: z.record(z.string(), z.unknown()),
  /** The labels that the machines which work on its tasks have to have. */
  needs: z.array(z.string()).optional(),
  /** Its tasks and their verification never leave this machine. */
  here: z.boolean().optional(),
});
export type ProfileContent = z.infer<typeof profileContentSchema>;

const savedSchema = z.object({
  content: profileContentSchema,
  contentSha256: z.string(),
  source: z.enum(["user", "imported"]),
  /** The built-in profile that it replaces. */
  overrides: z.string().optional(),
  /** The reviewed change that created it; absent for settings, which can only restrict. */
  changeId: z.string().optional(),
});

const profileDocumentSchema = profileContentSchema.extend({
  id: z.string(),
  source: z.enum(["user", "imported"]),
  overrides: z.string().optional(),
  version: z.number().int(),
  contentSha256: z.string(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
type ProfileDocument = z.infer<typeof profileDocumentSchema>;

/** The events of a profile; shapes are frozen. */
export const profileEvents = {
  "agent_profile.created": savedSchema,
  "agent_profile.changed": savedSchema,
  "agent_profile.deleted": z.object({ label: z.string() }),
} as const;

/** A profile that a person created: what agents of a role may do and how. Deleted profiles are not listed. */
export const profileStream = defineStream<ProfileDocument>()({
  kind: "agent_profile",
  version: 1,
  events: profileEvents,
  indexes: [["role"], ["status"]],
  countBy: "status",
  evolve: (profile, event) => {
    if (event.type === "agent_profile.deleted") return null;
    if (!profile && event.type === "agent_profile.changed") return null;
    const { content, contentSha256, source, overrides } = event.data;
    return {
      id: idOf(event),
      ...content,
      source,
      ...(overrides !== undefined && { overrides }),
      version: (profile?.version ?? 0) + 1,
      contentSha256,
      createdBy: profile?.createdBy ?? event.actor,
      createdAt: profile?.createdAt ?? event.at,
      updatedAt: event.at,
    };
  },
});
