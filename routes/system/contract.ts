import { z } from "zod";
import {
  agentControlPlaneStatusSchema,
  backupManifestSchema,
  controlPlaneStatusSchema,
  eventHeadersSchema,
  eventQuerySchema,
  headlessAgentClientContractSchema,
  healthSchema,
  logQuerySchema,
  logTailSchema,
} from "../../services/operations/system/schemas.ts";
import {
  restoreVerificationInputSchema,
  restoreVerificationListQuerySchema,
  restoreVerificationListSchema,
  restoreVerificationReportSchema,
  restoreVerificationSchema,
} from "../../services/operations/system/verification/schemas.ts";
import { contract } from "../endpoint.ts";
import { html, sse } from "../outputs.ts";

/** Interface, section 4, System and local service; and the API's own description. */
export const system = contract({
  "GET /health": {
    summary: "Show whether the service is ready",
    access: "public",
    output: healthSchema,
    cli: "health",
  },
  "GET /agent-client/contract": {
    summary: "Show what the agent token may do",
    access: "agent-read",
    output: headlessAgentClientContractSchema,
    cli: "contract",
  },
  "GET /control-plane/status": {
    summary: "Show the state of the service",
    access: "agent-read",
    output: controlPlaneStatusSchema,
    agentOutput: agentControlPlaneStatusSchema,
    cli: "control-plane status",
  },
  "GET /control-plane/logs": {
    summary: "Show the end of one of the service's logs",
    query: logQuerySchema,
    output: logTailSchema,
    cli: "control-plane logs",
  },
  "GET /control-plane/backup-manifest": {
    summary: "List what a complete backup contains",
    output: backupManifestSchema,
    cli: "control-plane backup-manifest",
  },
  "POST /control-plane/restore-verification": {
    summary: "Verify a restored storage directory without changing it",
    body: restoreVerificationInputSchema,
    output: restoreVerificationReportSchema,
    cli: "control-plane restore-verification",
  },
  "POST /control-plane/restore-verifications": {
    summary: "Start to verify a storage directory in the background",
    access: "internal",
    body: restoreVerificationInputSchema,
    output: restoreVerificationSchema,
    creates: { about: null },
    cli: "restore-verifications start",
  },
  "GET /control-plane/restore-verifications": {
    summary: "List the latest verifications that were started in the background",
    access: "internal",
    query: restoreVerificationListQuerySchema,
    output: restoreVerificationListSchema,
    cli: "restore-verifications list",
  },
  "GET /control-plane/restore-verifications/:id": {
    summary: "Show a verification: its progress, or its result",
    access: "internal",
    output: restoreVerificationSchema,
    cli: "restore-verifications get",
  },
  "POST /control-plane/restore-verifications/:id/cancel": {
    summary: "Cancel a verification that is running",
    access: "internal",
    output: restoreVerificationSchema,
    cli: "restore-verifications cancel",
  },
  "GET /events": {
    summary: "Stream every recorded event, starting at any sequence number",
    headers: eventHeadersSchema,
    query: eventQuerySchema,
    output: sse(),
    cli: "events tail",
  },
  "GET /openapi.json": {
    summary: "Describe the API as OpenAPI 3.1",
    access: "agent-read",
    output: z.record(z.string(), z.unknown()).meta({ id: "openApiDocument" }),
    cli: "openapi",
  },
  "GET /docs": {
    summary: "Show the API description as a web page",
    access: "agent-read",
    output: html(),
    cli: "docs",
  },
});
