import { z } from "zod";

/** The provider that does the work, and its model. */
export const workerChoiceSchema = z.object({ provider: z.string(), model: z.string().optional() });
export const commandSchema = z.object({ command: z.string() });

/** Whether a failed task makes its run wait for a human (the default) or fails the run. */
export const onFailureSchema = z.enum(["wait", "fail"]);
/** Whether a failed verification is shown to a human with its patch (the default) or fails the run. */
export const onRedSchema = z.enum(["checkpoint", "fail"]);

/** The case of a trial that a run attempts. */
export const trialOfRunSchema = z.object({ trialId: z.string(), caseId: z.string() });
