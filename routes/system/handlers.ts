import { agentContract } from "../../services/operations/system/agent_contract.ts";
import { backupManifest } from "../../services/operations/system/backup_manifest.ts";
import { requireHealth } from "../../services/operations/system/health.ts";
import { logTail } from "../../services/operations/system/log_tail.ts";
import { controlPlaneStatus } from "../../services/operations/system/status.ts";
import { streamEvents } from "../../services/operations/system/stream_events.ts";
import {
  cancelVerification,
  listVerifications,
  requireVerification,
} from "../../services/operations/system/verification/list.ts";
import { beginVerification, verifyRestore } from "../../services/operations/system/verify_restore.ts";
import { domain } from "../domain.ts";
import { system } from "./contract.ts";

export const systemDomain = domain(system, {
  "GET /health": (ctx) => requireHealth(ctx),
  "GET /agent-client/contract": (ctx) =>
    agentContract(ctx.api, { sandbox: ctx.sandbox.state, localPublic: ctx.config.operatorToken === null }),
  "GET /control-plane/status": (ctx) => controlPlaneStatus(ctx),
  "GET /control-plane/logs": (ctx, { query }) => logTail(ctx, query.stream),
  "GET /control-plane/backup-manifest": (ctx) => backupManifest(ctx),
  "POST /control-plane/restore-verification": (ctx, { body }) => verifyRestore(ctx, body),
  "POST /control-plane/restore-verifications": (ctx, { body }) => beginVerification(ctx, body),
  "GET /control-plane/restore-verifications": (ctx, { query }) => listVerifications(ctx, query),
  "GET /control-plane/restore-verifications/:id": (ctx, { params }) => requireVerification(ctx, params.id),
  "POST /control-plane/restore-verifications/:id/cancel": (ctx, { params }) =>
    cancelVerification(ctx, params.id),
  "GET /events": (ctx, { query, headers }) =>
    streamEvents(ctx, { cursor: query.cursor, lastEventId: headers["last-event-id"] }),
  "GET /openapi.json": (ctx) => ctx.api.openapi(),
  "GET /docs": (ctx) => ctx.api.docs(),
});
