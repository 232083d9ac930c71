import { z } from "zod";

/** Where a person is in a task's worktree: what it held when they came, and what its own changes are counted from. */
export const enteredSchema = z.object({
  /** Who it is, as they named themselves. */
  by: z.string().optional(),
  commit: z.string(),
  tree: z.string(),
  /** What the worktree was made from. */
  from: z.string(),
  /** The tree that the setup command left. */
  baseline: z.string().optional(),
  /** Where the worktree is seen a second time, relative to the storage directory. */
  seenAt: z.string().optional(),
  /** What the worker said at its end, where it was through. */
  done: z.string().optional(),
});

/** What a person changed in a task's worktree. */
export const handedBackSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  files: z.number().int(),
  /** At most 200. */
  paths: z.array(z.string()),
  /** Protected paths that the worker had changed before, which nobody was asked about yet. */
  unseen: z.array(z.string()).optional(),
});

/** A person steps into a task while its worker waits; shapes are frozen. */
export const enterEvents = {
  "task_session.enter_requested": z.object({ by: z.string().optional() }),
  "task_session.entered": enteredSchema,
  "task_session.hand_back_requested": z.object({ by: z.string().optional() }),
  "task_session.handed_back": handedBackSchema,
} as const;

const requestSchema = z.object({ by: z.string().optional(), at: z.string() });

/** One time that a person was in a task. */
export const visitSchema = z.object({
  by: z.string().optional(),
  enteredAt: z.string(),
  handedBackAt: z.string(),
  /** The worktree when they came, and when they went. */
  before: z.object({ commit: z.string(), tree: z.string() }),
  after: z.object({ commit: z.string(), tree: z.string() }),
  files: z.number().int(),
  paths: z.array(z.string()),
});
export type Visit = z.infer<typeof visitSchema>;

/** What a task session's document holds of persons in it. */
export const enteringShape = {
  /** A person wants to come in; they are let in where the worker can be stopped. */
  enterRequested: requestSchema.optional(),
  /** A person is in its worktree, until what they did is captured. */
  entered: enteredSchema.extend({ at: z.string(), leftAt: z.string().optional() }).optional(),
  /** The times that a person was in it; at most 20. */
  visits: z.array(visitSchema).optional(),
  /** Paths to be asked about yet, and the commit before the worker changed them. */
  unseen: z.object({ from: z.string(), paths: z.array(z.string()) }).optional(),
  /** What the worker had said at its end before a person came: nothing is left to be done. */
  finished: z.string().optional(),
};
