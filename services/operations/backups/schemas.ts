import { z } from "zod";
import { backupDocumentSchema } from "../../../store/backups/stream.ts";
import { countsSchema, pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";
import { MIN_PASSPHRASE_LENGTH } from "../../ground/kernel/backup_config.ts";

export const createBackupInputSchema = z.object({
  output: z.string().min(1).max(4096).optional().describe(
    "an absolute path: an existing directory, or a new file; the configured directory if absent",
  ),
  excludeSecrets: z.boolean().default(false).describe("leave the encrypted secrets out"),
  includeMasterKey: z.boolean().default(false).describe(
    "include the master key; only in an encrypted backup",
  ),
  after: z.string().min(1).max(64).optional().describe(
    "a completed backup to continue: only what is not in its chain yet is stored, in the same directory, after the whole chain was verified",
  ),
  passphrase: z.string().min(MIN_PASSPHRASE_LENGTH).max(1024).optional().meta({
    writeOnly: true,
    description: "encrypts the backup",
  }),
}).meta({ id: "createBackupInputSchema" });
export type CreateBackupInput = z.output<typeof createBackupInputSchema>;

/** A backup as the API shows it. */
export const backupRecordSchema = backupDocumentSchema.extend({
  createdAt: timeSchema,
  finishedAt: timeSchema.optional(),
  chain: z.object({
    needs: z.array(z.string()).describe("the older backups that a restore also needs, oldest first"),
    detail: z.string(),
  }).optional(),
}).meta({ id: "backupRecordSchema" });
export type BackupRecord = z.output<typeof backupRecordSchema>;

export const backupListQuerySchema = z.object(pageQuery);

/** The backups that this service was asked for, and its schedule. */
export const backupListSchema = z.object({
  items: z.array(backupRecordSchema),
  counts: countsSchema,
  schedule: z.object({
    directory: z.string(),
    intervalHours: z.number().int().describe("0: no scheduled backups"),
    keep: z.number().int(),
    chain: z.number().int().describe("how many form a chain, whose first is a full backup; 1: all are full"),
    encrypted: z.boolean(),
    nextAt: timeSchema.nullable(),
  }),
}).meta({ id: "backupListSchema" });
export type BackupList = z.output<typeof backupListSchema>;
