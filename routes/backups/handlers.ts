import { createBackup } from "../../services/operations/backups/create.ts";
import { requireBackup } from "../../services/operations/backups/get.ts";
import { listBackups } from "../../services/operations/backups/list.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { backups } from "./contract.ts";

export const backupsDomain = domain(backups, {
  "POST /control-plane/backups": (ctx, { body }) => made(createBackup(ctx, body)),
  "GET /control-plane/backups": (ctx, { query }) => listBackups(ctx, query),
  "GET /control-plane/backups/:id": (ctx, { params }) => requireBackup(ctx, params.id),
});
