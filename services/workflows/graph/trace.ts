import { z } from "zod";

/** What a human would say. */
export const answerSchema = z.enum(["approve", "reject", "pause"]);
type Answer = z.output<typeof answerSchema>;

/** What stands in for the world. */
export type Stubs = {
  stubs: Readonly<Record<string, unknown>>;
  /** Whether nodes without a stub get an empty output. */
  defaultStubs: boolean;
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
  /** What it printed or said where it was really done. */
  printed?: string | undefined;
};

/** What going through a workflow found. */
export type DryRun = {
  status: "completed" | "failed" | "paused";
  reason: string;
  trace: TraceStep[];
  outputs: Record<string, unknown>;
  missingStubs: string[];
  unusedStubs: string[];
};
