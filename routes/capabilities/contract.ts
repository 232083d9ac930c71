import { z } from "zod";
import {
  capabilityQuerySchema,
  capabilityRecordSchema,
  toolRecordSchema,
} from "../../services/workforce/capabilities/declared/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Profiles, capabilities, skills, workflows: the rows of capabilities and tools. */
export const capabilities = contract({
  "GET /capabilities": {
    summary: "List what the service can do, and what it is designed not to do",
    access: "agent-read",
    query: capabilityQuerySchema,
    output: z.array(capabilityRecordSchema),
    cli: "capabilities list",
  },
  "GET /capabilities/:id": {
    summary: "Show a capability, such as tool:edit_file or class:purchases",
    access: "agent-read",
    output: capabilityRecordSchema,
    cli: "capabilities get",
  },
  "GET /tools": {
    summary: "List the tools that workers can use",
    access: "agent-read",
    output: z.array(toolRecordSchema),
    cli: "tools list",
  },
});
