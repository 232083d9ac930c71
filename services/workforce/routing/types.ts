import type { Privacy } from "../../../store/shared/enumerations.ts";
import type { ModelName } from "../../sessions/models/providers/model_name.ts";

/** The work to be routed. */
export type Work = {
  role?: string | undefined;
  taskClass?: string | undefined;
  workflowTemplateId?: string | undefined;
};

/** The limits; an absent one does not apply. */
export type RouteLimits = { privacy?: Privacy | undefined; maxCostUsd?: number | undefined };

/** A person's preferences for some work. */
export type RoutingPolicy = {
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
  /** Null if it can be used now. */
  unready: string | null;
  inputCostPerMillion: number | null;
  outputCostPerMillion: number | null;
  /** Empty: for every role. */
  roles: readonly string[];
  /** It only runs recipes. */
  recipesOnly: boolean;
  /** Whether it is used without a policy that names it. */
  byDefault: boolean;
};

/** How many tokens the work may take, at least and at most. */
export type Estimate = { inputTokens: Bounds; outputTokens: Bounds };
/** A minimum and a maximum. */
export type Bounds = { low: number; high: number };

/** The preferred model of the work's profile; without `model`, any of that provider. */
export type Hint = {
  /** The label of the profile. */
  profile: string;
  provider: string;
  model: string | null;
  /** No fallback is further from this machine than this. */
  privacy: Privacy;
};

/** Everything that decides a route. */
export type RouteQuestion = {
  work: Work;
  /** Whether the request is a recipe, which needs no model. */
  recipe: boolean;
  /** If it is not one: its first line that is not an instruction, and why. */
  recipeFault?: string | undefined;
  /** What the caller has named; without a model, any of that provider. */
  requested: { provider: string; model?: string | undefined } | null;
  /** The preferred model of the work's profile, which counts after `requested` and the policies. */
  hint: Hint | null;
  limits: RouteLimits;
  /** Active policies, in any order. */
  policies: readonly RoutingPolicy[];
  /** Every model that may be considered, those that a person listed first. */
  candidates: readonly RouteCandidate[];
  estimate: Estimate;
};

/** A model that may do the work, and its possible cost. */
export type RouteChoice = ModelName & {
  privacy: Privacy;
  /** Null if a price is unknown. */
  expectedCostUsd: Bounds | null;
};

/** Who does the work, the fallbacks, and why. */
export type RouteDecision = {
  selected: RouteChoice | null;
  /** Who is asked next, in order, if the previous one fails; all are within the limits. */
  alternatives: RouteChoice[];
  /** What was considered and is not used, and why. */
  excluded: (ModelName & { reason: string })[];
  matchingPolicyId: string | null;
  /** What became of the hint of a profile, which counts if the request names no worker; null without one. */
  hint: "followed" | "not_followed" | null;
  /** The effective limits: the stricter of the policy's and the requested ones. */
  limits: RouteLimits;
  rationale: string[];
  warnings: string[];
};
