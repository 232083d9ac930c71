import type { StatusReason } from "../../store/runs/document.ts";
import { ServiceError } from "../kernel/errors.ts";
import { StepFailed } from "./interrupts.ts";

/** Why a run or a task failed, and a sentence about it. */
export type Failure = { reason: StatusReason; detail: string };

/** Returns a failure that a person can fix and a retry cannot; null for any other fault. */
export function knownFailure(cause: unknown): Failure | null {
  if (cause instanceof StepFailed) return { reason: cause.reason, detail: cause.message };
  if (!(cause instanceof ServiceError) || cause.code === "unavailable") return null;
  return { reason: "invalid_input", detail: cause.message };
}
