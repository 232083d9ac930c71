import { z } from "zod";
import {
  agentProfileQuerySchema,
  agentProfileRecordSchema,
  applyAgentProfileSettingsInputSchema,
  deletedProfileSchema,
} from "../../services/workforce/profiles/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Profiles, capabilities, skills, workflows: the rows of agent profiles. */
export const profiles = contract({
  "GET /agent-profiles": {
    summary: "List agent profiles: custom ones first, then built-in ones",
    access: "agent-read",
    query: agentProfileQuerySchema,
    output: z.array(agentProfileRecordSchema),
    cli: "profiles list",
  },
  "GET /agent-profiles/:id": {
    summary: "Show an agent profile",
    access: "agent-read",
    output: agentProfileRecordSchema,
    cli: "profiles get",
  },
  "DELETE /agent-profiles/:id": {
    summary: "Delete a custom agent profile; sessions keep their copy",
    output: deletedProfileSchema,
    cli: "profiles delete",
  },
  "POST /agent-profiles/settings": {
    summary: "Narrow an agent profile; widening it needs a reviewed change",
    body: applyAgentProfileSettingsInputSchema,
    output: agentProfileRecordSchema,
    creates: { about: null },
    cli: "profiles settings",
  },
});
