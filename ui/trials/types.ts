import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A trial with its cases, attempts and comparison. */
export type Trial = Result<Api["GET /trials/:id"]>;
/** A request that a model wrote. */
export type WrittenRequest = NonNullable<Trial["cases"][number]["written"]>;
/** A trial in the list. */
export type TrialSummary = Result<Api["GET /trials"]>[number];
/** What a trial costs at worst, and what leaves. */
export type ShownPlan = Result<Api["POST /trials/:id/plan"]>;
/** Where the share of a worker lies. */
export type Share = Pick<Trial["result"]["workers"][number], "solved" | "n" | "low" | "high">;

/** The page of all trials. */
export const TRIALS_PATH = "/dashboard/trials";

/** Returns how many candidates are no cases, by the reason, in words. */
export const droppedWords = ({ dropped }: Pick<TrialSummary, "dropped">): string =>
  Object.entries(dropped).map(([why, n]) => `${n} ${why.replaceAll("_", " ")}`).join(", ");

/** Returns a share in percent. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`;
