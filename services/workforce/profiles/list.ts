import type { Core } from "../../ground/kernel/context.ts";
import { allProfiles } from "./read_model.ts";
import type { AgentProfile, AgentProfileQuery } from "./schemas.ts";

/** Returns profiles: custom ones, newest first, then the built-in ones. */
export function listProfiles(service: Pick<Core, "store">, query: AgentProfileQuery): AgentProfile[] {
  const { role, status, workflowTemplateId, offset, limit } = query;
  return allProfiles(service).filter((profile) =>
    (role === undefined || profile.role === role) &&
    (status === undefined || profile.status === status) &&
    (workflowTemplateId === undefined || profile.workflowTemplateId === workflowTemplateId)
  ).slice(offset, offset + limit);
}
