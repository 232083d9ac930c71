import {
  backupListQuerySchema,
  backupListSchema,
  backupRecordSchema,
  createBackupInputSchema,
} from "../../services/backups/schemas.ts";
import { contract } from "../endpoint.ts";

/** Backups of the whole service, taken while it works. Besides the interface. */
export const backups = contract({
  "POST /control-plane/backups": {
    summary: "Begin to take a backup of the whole service",
    access: "internal",
    body: createBackupInputSchema,
    output: backupRecordSchema,
    status: 201,
    about: null,
    cli: "backups create",
  },
  "GET /control-plane/backups": {
    summary: "List the backups that the service was asked for, and its schedule",
    access: "internal",
    query: backupListQuerySchema,
    output: backupListSchema,
    cli: "backups list",
  },
  "GET /control-plane/backups/:id": {
    summary: "Show a backup: where it is, its hash, how far it has come",
    access: "internal",
    output: backupRecordSchema,
    cli: "backups get",
  },
});
