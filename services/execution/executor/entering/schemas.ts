import { z } from "zod";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

export const enterRunInputSchema = z.object({
  taskId: z.string().max(200).optional().meta({ example: "task_1" })
    .describe("the task; optional when only one task is open"),
  by: z.string().trim().min(1).max(100).optional().meta({ example: "Anna" })
    .describe("name of the person, for the record"),
}).meta({ id: "enterRunInputSchema" });
export type EnterRunInput = z.output<typeof enterRunInputSchema>;

/** A task that a person is in or asked to enter. */
export const enteredTaskSchema = z.object({
  id: z.string().describe(
    "id of the task session; the failed one's until the run that continues has its own",
  ),
  runId: z.string(),
  taskId: z.string(),
  title: z.string(),
  state: z.enum(["requested", "entered", "left"]).describe(
    "requested until the worker has stopped; left until the changes are saved",
  ),
  by: z.string().nullable(),
  since: timeSchema,
  detail: z.string(),
  directory: z.string().nullable().describe("the worktree on the service's machine while a person is in it"),
}).meta({ id: "enteredTaskSchema" });
export type EnteredTask = z.output<typeof enteredTaskSchema>;

/** The same, with the way in. */
export const enterResultSchema = enteredTaskSchema.extend({
  shell: z.object({
    argv: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
    detail: z.string().describe("how the shell is confined"),
  }).nullable().describe(
    "the program to start in a terminal on the service's machine; null before the worker has stopped",
  ),
}).meta({ id: "enterResultSchema" });
export type EnterResult = z.output<typeof enterResultSchema>;
