import { z } from "zod";
import { approvalDecisionInputSchema } from "../../services/control/approvals/decision_schema.ts";
import {
  agentProfileChangeRequestSchema,
  changeQuerySchema,
} from "../../services/control/changes/schemas.ts";
import { createAgentProfileChangeInputSchema } from "../../services/workforce/profiles/change_schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Profiles, capabilities, skills, workflows: the rows of changes that a human decides. */
export const changes = contract({
  "GET /agent-profile-changes": {
    summary: "List changes to what agents may do, newest first",
    query: changeQuerySchema,
    output: z.array(agentProfileChangeRequestSchema),
    cli: "profile-changes list",
  },
  "POST /agent-profile-changes": {
    summary: "Request a human decision to change or add a profile, release a skill, or enable a connector",
    body: createAgentProfileChangeInputSchema,
    output: agentProfileChangeRequestSchema,
    creates: { about: null },
    cli: "profile-changes create",
  },
  "GET /agent-profile-changes/:id": {
    summary: "Show a change, what it widens and narrows, and its evidence",
    output: agentProfileChangeRequestSchema,
    cli: "profile-changes get",
  },
  "POST /agent-profile-changes/:id/approve": {
    summary: "Approve a change after reviewing it; it takes effect immediately",
    access: "human",
    body: approvalDecisionInputSchema,
    output: agentProfileChangeRequestSchema,
    cli: "profile-changes approve",
  },
  "POST /agent-profile-changes/:id/reject": {
    summary: "Reject a change; nothing changes",
    access: "human",
    body: approvalDecisionInputSchema,
    output: agentProfileChangeRequestSchema,
    cli: "profile-changes reject",
  },
});
