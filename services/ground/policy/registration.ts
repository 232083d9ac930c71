import type { z } from "zod";
import type { policyClassSchema } from "../../../store/approvals/stream.ts";

/** What using a thing can affect. */
export type PolicyEffects = {
  files: "none" | "read" | "write";
  commands: boolean;
  network: "none" | "declared" | "any";
  secrets: boolean;
  money: boolean;
  device: boolean;
};

/** Affects nothing; a registration overrides what differs. */
export const NO_EFFECTS: PolicyEffects = {
  files: "none",
  commands: false,
  network: "none",
  secrets: false,
  money: false,
  device: false,
};

/** A tool, as the code that performs it declares it. Every list of tools is built from these. */
export type ToolRegistration = {
  name: string;
  label: string;
  description: string;
  policyClass: z.infer<typeof policyClassSchema>;
  effects: PolicyEffects;
  /** What Claude Code's agents call it, for the import of their files. */
  claudeNames?: readonly string[];
};

/** A kind of worker, as its own code declares it. */
export type WorkerKindRegistration<Id extends string = string> = {
  id: Id;
  label: string;
  description: string;
  /** The tools that it can use, by name. */
  tools: readonly string[];
  /** The tools that it uses without asking, so that it cannot take a session without them. */
  cannotWithhold: readonly string[];
};
