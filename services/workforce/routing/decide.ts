import { expectedCost } from "./cost.ts";
import { fitsHint, hintedFirst, hintSentence, withinHint } from "./hint.ts";
import { objection, stricter } from "./limits.ts";
import { matchingPolicies } from "./match.ts";
import { sameModel } from "./same_model.ts";
import { nameOf, routeWarningsOf } from "./warnings.ts";
import type {
  RouteCandidate,
  RouteChoice,
  RouteDecision,
  RouteLimits,
  RouteQuestion,
  RoutingPolicy,
} from "./types.ts";

/**
 * Decides which model does the work and which are its fallbacks. A named model comes first, then the matching policy.
 * Without one, recipes go to the built-in worker, and the rest to the profile's preferred or a person's listed models.
 * Limits apply to all of them, fallbacks included.
 */
export function decideRoute(question: RouteQuestion): RouteDecision {
  const policies = matchingPolicies(question.policies, question.work);
  if (question.requested) return ofRequested(question, question.requested, policies[0] ?? null);
  const passed: Attempt[] = [];
  let { limits } = question;
  for (const policy of policies) {
    const attempt = tryPolicy({ ...question, limits }, policy);
    if (attempt.choices.length > 0) return decided(question, attempt, policy, passed);
    passed.push(attempt);
    // What may not leave this machine may not leave it with the next policy either.
    limits = stricter(limits, { privacy: policy.limits.privacy });
  }
  if (policies.length === 0) return decided(question, withoutPolicy(question), null, []);
  // A policy is binding: models that it does not prefer are not used instead.
  return decided(question, { ...passed[0]!, choices: [] }, policies[0]!, passed.slice(1));
}

type Excluded = RouteDecision["excluded"];
type Attempt = { choices: RouteCandidate[]; excluded: Excluded; limits: RouteLimits; why: string };

function ofRequested(
  question: RouteQuestion,
  requested: NonNullable<RouteQuestion["requested"]>,
  policy: RoutingPolicy | null,
): RouteDecision {
  const { provider, model } = requested;
  const limits = stricter(question.limits, policy?.limits ?? {});
  const wanted = question.candidates.filter((candidate) =>
    candidate.provider === provider && (model === undefined || sameModel(candidate.model, model))
  );
  // A recipe's own worker explains best what it does not understand.
  const tried = sift({ ...question, recipe: true }, wanted, limits);
  const name = model === undefined ? provider : `${provider}/${model}`;
  const missing = wanted.length === 0 && model !== undefined
    ? [{ provider, model, reason: `There is no model ${name}.` }]
    : [];
  // A policy says nothing about who does it then; its limits apply.
  const limiting = policy && Object.keys(policy.limits).length > 0 ? policy : null;
  const attempt = {
    choices: model === undefined ? tried.choices : tried.choices.slice(0, 1),
    excluded: [...tried.excluded, ...missing],
    limits,
    why: `${name} was requested.`,
  };
  return decided(question, attempt, limiting, []);
}

/** An empty list of preferences keeps the order and only limits it. */
function tryPolicy(question: RouteQuestion, policy: RoutingPolicy): Attempt {
  const { hint } = question;
  const limits = stricter(question.limits, policy.limits);
  if (policy.prefer.length === 0) {
    const rest = defaults(question);
    const limits = stricter(withinHint(question.limits, hint), policy.limits);
    return {
      ...sift(question, rest, limits),
      limits,
      why: `The policy "${policy.name}" limits what may be used.`,
    };
  }
  const found = policy.prefer.map((name) =>
    question.candidates.find((candidate) =>
      candidate.provider === name.provider && sameModel(candidate.model, name.model)
    ) ?? name
  );
  const known = found.filter((each): each is RouteCandidate => "privacy" in each);
  const unknown = found.filter((each) => !("privacy" in each)).map(({ provider, model }) => ({
    provider,
    model,
    reason: "It is unknown: no provider with that name has it.",
  }));
  const tried = sift(question, hintedFirst(known, hint), limits);
  const why = `The policy "${policy.name}" (priority ${policy.priority}) prefers it.`;
  return { choices: tried.choices, excluded: [...tried.excluded, ...unknown], limits, why };
}

function withoutPolicy(question: RouteQuestion): Attempt {
  const why = question.recipe
    ? "The request is a recipe, which needs no model, and no policy says otherwise."
    : question.hint
    ? "No policy matches."
    : "No policy matches. It is the first usable one of those that are configured or run on this machine.";
  const limits = withinHint(question.limits, question.hint);
  return { ...sift(question, defaults(question), limits), limits, why };
}

/**
 * The models that are used without being named: the preferred ones first, and for a recipe the built-in worker before
 * all others.
 */
function defaults({ candidates, recipe, hint }: RouteQuestion): RouteCandidate[] {
  const own = hintedFirst(
    candidates.filter((candidate) => candidate.byDefault || fitsHint(candidate, hint)),
    hint,
  );
  return recipe ? own.toSorted((a, b) => Number(b.recipesOnly) - Number(a.recipesOnly)) : own;
}

function sift(question: RouteQuestion, tried: readonly RouteCandidate[], limits: RouteLimits) {
  const choices: RouteCandidate[] = [];
  const excluded: Excluded = [];
  for (const candidate of tried) {
    const { provider, model } = candidate;
    if (choices.some((other) => other.provider === provider && other.model === model)) continue;
    const reason = objection(candidate, { ...question, limits });
    if (reason === null) choices.push(candidate);
    else excluded.push({ provider, model, reason });
  }
  return { choices, excluded };
}

function decided(
  question: RouteQuestion,
  attempt: Attempt,
  policy: RoutingPolicy | null,
  passed: readonly Attempt[],
): RouteDecision {
  const [selected = null, ...alternatives] = attempt.choices.map((each) => choiceOf(question, each));
  const excluded = [...passed.flatMap((each) => each.excluded), ...attempt.excluded];
  const { hint, requested, candidates } = question;
  const counts = hint !== null && !requested;
  const hinted = counts ? ` ${hintSentence(hint, selected, candidates)}` : "";
  return {
    selected,
    alternatives,
    excluded,
    matchingPolicyId: policy?.id ?? null,
    hint: !counts ? null : selected && fitsHint(selected, hint) ? "followed" : "not_followed",
    limits: attempt.limits,
    rationale: [
      `${selected ? `${nameOf(selected)}: ${attempt.why}` : "Nothing can be used now."}${hinted}`,
      ...excluded.slice(0, 10).map((each) => `${nameOf(each)} is not used: ${each.reason}`),
    ],
    warnings: routeWarningsOf(question, selected, attempt.limits, policy),
  };
}

const choiceOf = ({ estimate }: RouteQuestion, candidate: RouteCandidate): RouteChoice => ({
  provider: candidate.provider,
  model: candidate.model,
  privacy: candidate.privacy,
  expectedCostUsd: expectedCost(candidate, estimate),
});
