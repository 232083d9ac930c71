import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** A requested backup: where its file is, and what it contains. */
export const backupDocumentSchema = z.object({
  id: z.string(),
  status: z.enum(["running", "completed", "failed", "interrupted", "removed"]),
  statusDetail: z.string().optional(),
  trigger: z.enum(["operator", "schedule"]),
  path: z.string(),
  encrypted: z.boolean(),
  secretsIncluded: z.boolean(),
  after: z.string().optional().describe("the backup that this one continues: it contains what changed since"),
  size: z.number().int().optional(),
  sha256: z.string().optional(),
  headSequence: z.number().int().optional(),
  headHash: z.string().optional(),
  artifacts: z.number().int().optional(),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
});
export type BackupDocument = z.output<typeof backupDocumentSchema>;

/** One stream for each backup. The log records that a file is complete and its hash, so that the file can be checked. */
export const backupStream = defineStream<BackupDocument>()({
  kind: "backup",
  version: 1,
  events: {
    "backup.started": backupDocumentSchema.pick({
      trigger: true,
      path: true,
      encrypted: true,
      secretsIncluded: true,
      after: true,
    }),
    "backup.completed": z.object({
      size: z.number().int(),
      sha256: z.string(),
      headSequence: z.number().int(),
      headHash: z.string(),
      artifacts: z.number().int(),
    }),
    "backup.failed": z.object({ detail: z.string() }),
    "backup.interrupted": z.object({ detail: z.string() }),
    "backup.removed": z.object({ detail: z.string() }),
  },
  indexes: [["status"], ["trigger", "status"]],
  countBy: "status",
  evolve: (backup, event) => {
    if (event.type === "backup.started") {
      const id = idOf(event);
      return { id, status: "running", ...event.data, createdAt: event.at };
    }
    if (!backup) return null;
    switch (event.type) {
      case "backup.completed":
        return { ...backup, ...event.data, status: "completed", finishedAt: event.at };
      case "backup.failed":
        return { ...backup, status: "failed", statusDetail: event.data.detail, finishedAt: event.at };
      case "backup.interrupted":
        return { ...backup, status: "interrupted", statusDetail: event.data.detail, finishedAt: event.at };
      case "backup.removed":
        return { ...backup, status: "removed", statusDetail: event.data.detail };
    }
  },
});
