import { z } from "zod";

/** The simulated answer of a human. */
export const answerSchema = z.enum(["approve", "reject", "pause"]);
type Answer = z.output<typeof answerSchema>;

/** The substitutes for the real world. */
export type Stubs = {
  stubs: Readonly<Record<string, unknown>>;
  /** Whether nodes without a stub get an empty output. */
  defaultStubs: boolean;
  /** When the run starts. Without it, waiting until a moment takes no time. */
  startsAt?: string;
  approvals: Readonly<Record<string, Answer | readonly Answer[]>>;
};

/** One step of a trace: what was decided about a node, and why. */
export type TraceStep = {
  id: string;
  path: string;
  kind: string;
  status: "completed" | "failed" | "skipped" | "paused";
  reason: string;
  resolved: Record<string, unknown>;
  /** Its output, if it was really executed. */
  printed?: string | undefined;
};

/** The result of running through a workflow. */
export type DryRun = {
  status: "completed" | "failed" | "paused";
  reason: string;
  trace: TraceStep[];
  outputs: Record<string, unknown>;
  missingStubs: string[];
  unusedStubs: string[];
};
