import { z } from "zod";
import { confinementSchema } from "../processes/document.ts";

/** What a machine says of a verifier that it ran. It signs all of it. */
export const statementSchema = z.object({
  assignmentId: z.string(),
  fence: z.number().int(),
  runId: z.string(),
  /** The files that the verifier ran on. */
  tree: z.string(),
  command: z.string(),
  setup: z.string().nullable(),
  exitCode: z.number().int(),
  timedOut: z.boolean(),
  durationMilliseconds: z.number().int(),
  /** SHA-256 of what the verifier printed. */
  outputSha256: z.string(),
  confinement: confinementSchema,
});
export type Statement = z.infer<typeof statementSchema>;

/** A machine that made a result; a machineId of null is this one. */
const makerSchema = z.object({
  machineId: z.string().nullable(),
  name: z.string().nullable(),
  group: z.string().nullable(),
});
export type Maker = z.infer<typeof makerSchema>;

/** What a machine says of a task that it did, up to one step of it. It signs all of it. */
export const taskStatementSchema = z.object({
  assignmentId: z.string(),
  fence: z.number().int(),
  runId: z.string(),
  taskSessionId: z.string(),
  /** Counts what it was told to do with the task. */
  step: z.number().int(),
  /** The files that it began with, and those that it left. */
  from: z.string(),
  tree: z.string(),
  /** SHA-256 of the outcome, as JSON. */
  outcomeSha256: z.string(),
  confinement: confinementSchema,
});
export type TaskStatement = z.infer<typeof taskStatementSchema>;

/** Who reported an evaluation, and the signature over what they said. */
export const reportedBySchema = z.object({
  machineId: z.string(),
  name: z.string(),
  statement: statementSchema,
  /** Ed25519 over the statement, in base64. */
  signature: z.string(),
  /** The key of that machine, raw, in base64. */
  publicKey: z.string(),
  /** The machines that made the result; absent in reports of earlier versions. */
  madeBy: z.array(makerSchema).optional(),
  /** Whether the machine is in another trust group than all of them. */
  independent: z.boolean().optional(),
  /** Whether this machine found the same when it ran the verifier too; flaky if it found both; absent if it did not run it. */
  checkedHere: z.enum(["same", "different", "flaky"]).optional(),
}).meta({ id: "reportedBySchema" });
export type ReportedBy = z.infer<typeof reportedBySchema>;
