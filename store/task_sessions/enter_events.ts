import { z } from "zod";

/** A person's stay in a task's worktree: its content when they came, and the base of its own changes. */
const enteredSchema = z.object({
  /** Who it is, as they called themselves. */
  by: z.string().optional(),
  commit: z.string(),
  tree: z.string(),
  /** What the worktree was created from. */
  from: z.string(),
  /** The tree that the setup command left. */
  baseline: z.string().optional(),
  /** The second location of the worktree, relative to the storage directory. */
  seenAt: z.string().optional(),
  /** The worker's final answer, if it had finished. */
  done: z.string().optional(),
  /** The artifact of a failed attempt of an earlier run, or of an earlier stay, that was restored if it fits. */
  restored: z.object({ runId: z.string(), path: z.string(), fits: z.boolean() }).optional(),
  /** The git repositories that its worker left in the worktree; at most 20. */
  repositories: z.array(z.string()).optional(),
});

/** What a person changed in a task's worktree. */
const handedBackSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  files: z.number().int(),
  /** At most 200. */
  paths: z.array(z.string()),
  /** Protected paths that the worker had changed before and that have not been asked about yet. */
  unseen: z.array(z.string()).optional(),
});

/** Who wants to enter, and the artifacts of what they had handed back that are to be in the worktree again. */
const requestedSchema = z.object({ by: z.string().optional(), patches: z.array(z.string()).optional() });

/** A person enters a task while its worker waits; shapes are frozen. */
export const enterEvents = {
  "task_session.enter_requested": requestedSchema,
  "task_session.entered": enteredSchema,
  "task_session.hand_back_requested": z.object({ by: z.string().optional() }),
  "task_session.handed_back": handedBackSchema,
} as const;

const requestSchema = requestedSchema.extend({ at: z.string() });

/** One stay of a person in a task. */
const visitSchema = z.object({
  by: z.string().optional(),
  enteredAt: z.string(),
  handedBackAt: z.string(),
  /** The worktree when they came, and when they left. */
  before: z.object({ commit: z.string(), tree: z.string() }),
  after: z.object({ commit: z.string(), tree: z.string() }),
  files: z.number().int(),
  paths: z.array(z.string()),
});
export type Visit = z.infer<typeof visitSchema>;

/** What a task session's document has about people in it. */
export const enteringShape = {
  /** A person wants to enter. They can once the worker is stopped. */
  enterRequested: requestSchema.optional(),
  /** A person is in its worktree, until their changes are captured. */
  entered: enteredSchema.extend({ at: z.string(), leftAt: z.string().optional() }).optional(),
  /** The stays of people in it; at most 20. */
  visits: z.array(visitSchema).optional(),
  /** Paths to ask about, and the commit before the worker changed them. */
  unseen: z.object({ from: z.string(), paths: z.array(z.string()) }).optional(),
  /** The worker's final answer before a person entered: no work is left. */
  finished: z.string().optional(),
};
