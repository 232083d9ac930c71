import type { Ctx } from "../../context.ts";
import type { Candidate } from "./candidate.ts";

/** What a call may cost, and for which run. */
export type Admission = { runId: string | undefined; candidate: Candidate; worstCaseUsd: number | null };

/** Lets a call be made. Throws a `CallFault` when the budget does not allow it. */
export function admitBudget(_ctx: Ctx, _admission: Admission): void {}
