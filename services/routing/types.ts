import type { Privacy } from "../models/providers/definition.ts";
import type { ModelName } from "../models/providers/model_name.ts";

/** What work is to be routed. */
export type Work = {
  role?: string | undefined;
  taskClass?: string | undefined;
  workflowTemplateId?: string | undefined;
};

/** What may not be passed; a limit that is absent is none. */
export type RouteLimits = { privacy?: Privacy | undefined; maxCostUsd?: number | undefined };

/** What a person wants for some work. */
export type Policy = {
  id: string;
  name: string;
  priority: number;
  match: Work;
  prefer: readonly ModelName[];
  limits: RouteLimits;
};

/** A model as routing sees it. */
export type RouteCandidate = ModelName & {
  privacy: Privacy;
  /** Null where it can be used now. */
  unready: string | null;
  inputCostPerMillion: number | null;
  outputCostPerMillion: number | null;
  /** Empty: for every role. */
  roles: readonly string[];
  /** It does recipes and nothing else. */
  recipesOnly: boolean;
  /** Whether it is taken without a policy that names it. */
  byDefault: boolean;
};

/** How many tokens the work may take, at least and at most. */
export type Estimate = { inputTokens: Range; outputTokens: Range };
/** The least and the most of something. */
export type Range = { low: number; high: number };

/** The model that the profile of the work would rather have; without `model`, any of that provider. */
export type Hint = {
  /** The label of the profile. */
  profile: string;
  provider: string;
  model: string | null;
  /** Nothing that stands in for it is further from this machine than this. */
  privacy: Privacy;
};

/** Everything that decides a route. */
export type RouteQuestion = {
  work: Work;
  /** Whether the request is a recipe, which needs no model. */
  recipe: boolean;
  /** Where it is none: its first line that is no instruction, and why. */
  recipeFault?: string | undefined;
  /** What whoever asked for the work has named; without a model, any of that provider. */
  requested: { provider: string; model?: string | undefined } | null;
  /** What counts after that and after the policies. */
  hint: Hint | null;
  limits: RouteLimits;
  /** Active policies, in any order. */
  policies: readonly Policy[];
  /** Every model that may come into question, the ones that a person listed first. */
  candidates: readonly RouteCandidate[];
  estimate: Estimate;
};

/** A model that may do the work, and what that may cost. */
export type RouteChoice = ModelName & {
  privacy: Privacy;
  /** Null where a price is not known. */
  expectedCostUsd: Range | null;
};

/** Who does the work, who would stand in, and why. */
export type RouteDecision = {
  selected: RouteChoice | null;
  /** What is asked next, in order, when the one before fails; all keep the limits. */
  alternatives: RouteChoice[];
  /** What was considered and is not used, and why. */
  excluded: (ModelName & { reason: string })[];
  matchingPolicyId: string | null;
  /** What became of the hint of a profile, which counts where the request names nobody; null where there is none. */
  hint: "followed" | "not_followed" | null;
  /** The limits that hold: the stricter of the policy's and of those that were asked for. */
  limits: RouteLimits;
  rationale: string[];
  warnings: string[];
};
