import { z } from "zod";
import {
  createResearchAssetInputSchema,
  researchAssetSchema,
  researchNoteSchema,
  saveResearchNoteInputSchema,
} from "../../services/knowledge/research/schemas.ts";
import {
  artifactPartQuerySchema,
  artifactQuerySchema,
  artifactSchema,
} from "../../services/control/runs/artifact_schemas.ts";
import {
  agentAuditExportSchema,
  agentRunReplayPacketSchema,
  auditExportSchema,
  auditViewSnapshotSchema,
  replayPacketQuerySchema,
  runReplayPacketSchema,
} from "../../services/execution/run_views/proof/audit_schemas.ts";
import { type Timeline, timelineSchema } from "../../services/execution/run_views/detail_schemas.ts";
import { timelineQuerySchema } from "../../services/control/runs/schemas.ts";
import { runOfPath } from "../about.ts";
import { contract } from "../endpoint.ts";
import { binary } from "../outputs.ts";

/** The endpoints that show what a run recorded, and add to it. */
export const runRecords = contract({
  "GET /runs/:id/timeline": {
    summary: "Page through a run's stages and events, oldest first",
    access: "agent-read",
    query: timelineQuerySchema,
    output: timelineSchema,
    cursor: (page: Timeline) => page.nextCursor,
    cli: "runs timeline",
  },
  "GET /runs/:id/audit": {
    summary: "Export a run's log entries with everything that their hashes cover",
    access: "agent-read",
    output: auditExportSchema,
    agentOutput: agentAuditExportSchema,
    cli: "runs audit",
  },
  "GET /runs/:id/audit-view": {
    summary: "Read a run's audit as a narrative",
    access: "agent-read",
    output: auditViewSnapshotSchema,
    cli: "runs audit-view",
  },
  "GET /runs/:id/replay-packet": {
    summary: "Export everything needed to run it again, with a dry-run plan",
    access: "agent-read",
    query: replayPacketQuerySchema,
    output: runReplayPacketSchema,
    agentOutput: agentRunReplayPacketSchema,
    cli: "runs replay-packet",
  },
  "GET /runs/:id/artifacts": {
    summary: "List the paths of a run's artifacts",
    access: "agent-read",
    output: z.array(z.string()),
    cli: "runs artifacts",
  },
  "GET /runs/:id/artifact": {
    summary: "Show one artifact of a run",
    access: "agent-read",
    query: artifactPartQuerySchema,
    output: artifactSchema,
    cli: "runs artifact",
  },
  "GET /runs/:id/artifact-file": {
    summary: "Download one artifact of a run",
    query: artifactQuerySchema,
    output: binary(),
    cli: "runs artifact-file",
  },
  "GET /runs/:id/transcript": {
    summary: "Download the transcripts of a run as Markdown",
    output: binary(),
    cli: "runs transcript",
  },
  "POST /runs/:id/research-notes": {
    summary: "Save a research note for a run",
    body: saveResearchNoteInputSchema,
    output: researchNoteSchema,
    creates: { about: runOfPath },
    cli: "runs research-note",
  },
  "POST /runs/:id/research-assets": {
    summary: "Save a research asset for a run",
    body: createResearchAssetInputSchema,
    bodyLimit: 32 * 1024 * 1024,
    output: researchAssetSchema,
    creates: { about: runOfPath },
    cli: "runs research-asset",
  },
});
