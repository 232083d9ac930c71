import type { Ctx } from "../../services/parts.ts";
import { agentContract } from "../../services/system/agent_contract.ts";
import { backupManifest } from "../../services/system/backup_manifest.ts";
import { requireHealth } from "../../services/system/health.ts";
import { logTail } from "../../services/system/log_tail.ts";
import { controlPlaneStatus } from "../../services/system/status.ts";
import { streamEvents } from "../../services/system/stream_events.ts";
import { verifyRestore } from "../../services/system/verify_restore.ts";
import type { Handlers } from "../endpoint.ts";
import type { system } from "./contract.ts";

export const systemHandlers: Handlers<typeof system, Ctx> = {
  "GET /health": (ctx) => requireHealth(ctx),
  "GET /agent-client/contract": (ctx) => agentContract(ctx.api, ctx.sandbox.state),
  "GET /control-plane/status": (ctx) => controlPlaneStatus(ctx),
  "GET /control-plane/logs": (ctx, { query }) => logTail(ctx, query.stream),
  "GET /control-plane/backup-manifest": (ctx) => backupManifest(ctx),
  "POST /control-plane/restore-verification": (ctx, { body }) => verifyRestore(ctx, body),
  "GET /events": (ctx, { query, headers }) =>
    streamEvents(ctx, { cursor: query.cursor, lastEventId: headers["last-event-id"] }),
  "GET /openapi.json": (ctx) => ctx.api.openapi(),
  "GET /docs": (ctx) => ctx.api.docs(),
};
