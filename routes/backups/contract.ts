import {
  backupListQuerySchema,
  backupListSchema,
  backupRecordSchema,
  createBackupInputSchema,
} from "../../services/operations/backups/schemas.ts";
import { contract } from "../endpoint.ts";

/** Backups of the whole service, taken while it runs. Not part of the interface. */
export const backups = contract({
  "POST /control-plane/backups": {
    summary: "Start a backup of the whole service",
    access: "internal",
    body: createBackupInputSchema,
    output: backupRecordSchema,
    creates: { about: null },
    cli: "backups create",
  },
  "GET /control-plane/backups": {
    summary: "List requested and scheduled backups, and the schedule",
    access: "internal",
    query: backupListQuerySchema,
    output: backupListSchema,
    cli: "backups list",
  },
  "GET /control-plane/backups/:id": {
    summary: "Show a backup: its location, hash and progress",
    access: "internal",
    output: backupRecordSchema,
    cli: "backups get",
  },
});
