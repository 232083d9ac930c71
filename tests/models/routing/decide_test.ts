import assert from "node:assert/strict";
import fc from "fast-check";
import { decideRoute } from "../../../services/workforce/routing/decide.ts";
import { fitsHint, hintedFirst } from "../../../services/workforce/routing/hint.ts";
import { stricter } from "../../../services/workforce/routing/limits.ts";
import { matchingPolicies } from "../../../services/workforce/routing/match.ts";
import type {
  RouteCandidate,
  RouteLimits,
  RouteQuestion,
} from "../../../services/workforce/routing/types.ts";
import type { ModelName } from "../../../services/sessions/models/providers/model_name.ts";

const DISTANCE = { "local": 0, "private-network": 1, "third-party": 2 } as const;

const name = fc.record({
  provider: fc.constantFrom("a", "b", "c"),
  model: fc.constantFrom("m", "n", "o"),
});
const privacy = fc.constantFrom("local", "private-network", "third-party");
const role = fc.constantFrom("worker", "planner");
const price = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null });

const limits: fc.Arbitrary<RouteLimits> = fc.record(
  { privacy, maxCostUsd: fc.double({ min: 0.000001, max: 3, noNaN: true }) },
  { requiredKeys: [], noNullPrototype: true },
);

const candidate: fc.Arbitrary<RouteCandidate> = fc.record({
  provider: fc.constantFrom("a", "b", "c"),
  model: fc.constantFrom("m", "n", "o"),
  privacy,
  unready: fc.option(fc.constant("It is down."), { nil: null }),
  inputCostPerMillion: price,
  outputCostPerMillion: price,
  roles: fc.subarray(["worker", "planner"]),
  recipesOnly: fc.boolean(),
  byDefault: fc.boolean(),
});

const work = fc.record({ role, taskClass: fc.constantFrom("x", "y") }, { requiredKeys: [] });

const question: fc.Arbitrary<RouteQuestion> = fc.record({
  work,
  recipe: fc.boolean(),
  requested: fc.option(
    fc.record({ provider: fc.constantFrom("a", "b"), model: fc.constantFrom("m", undefined) }),
    {
      nil: null,
    },
  ),
  hint: fc.option(
    fc.record({
      profile: fc.constant("Worker"),
      provider: fc.constantFrom("a", "b", "gone"),
      model: fc.constantFrom("m", "n", null),
      privacy,
    }),
    { nil: null },
  ),
  limits,
  policies: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("1", "2", "3"),
      name: fc.constant("policy"),
      priority: fc.integer({ min: -1, max: 1 }),
      match: work,
      prefer: fc.array(name, { maxLength: 3 }),
      limits,
    }),
    { selector: ({ id }) => id },
  ),
  candidates: fc.uniqueArray(candidate, { selector: ({ provider, model }) => `${provider}/${model}` }),
  estimate: fc.constant({
    inputTokens: { low: 1000, high: 100_000 },
    outputTokens: { low: 100, high: 10_000 },
  }),
});

const key = ({ provider, model }: ModelName) => `${provider}/${model}`;

const chosen = (asked: RouteQuestion) => {
  const { selected, alternatives } = decideRoute(asked);
  return [...(selected ? [selected] : []), ...alternatives];
};

const find = ({ candidates }: RouteQuestion, wanted: ModelName) =>
  candidates.find((each) => key(each) === key(wanted))!;

Deno.test("decideRoute() selects and stands in with nothing that is not ready, or outside of its limits", () => {
  fc.assert(fc.property(question, (asked) => {
    const { limits } = decideRoute(asked);
    for (const choice of chosen(asked)) {
      const candidate = find(asked, choice);
      assert.equal(candidate.unready, null);
      if (limits.privacy) assert.ok(DISTANCE[candidate.privacy] <= DISTANCE[limits.privacy]);
      if (limits.maxCostUsd !== undefined) assert.ok(choice.expectedCostUsd!.low <= limits.maxCostUsd);
      if (candidate.recipesOnly) assert.ok(asked.recipe || asked.requested);
      if (asked.work.role && candidate.roles.length) assert.ok(candidate.roles.includes(asked.work.role));
    }
  }));
});

Deno.test("decideRoute() keeps the limits that were asked for and those of the policy, the stricter of each", () => {
  fc.assert(fc.property(question, (asked) => {
    const decision = decideRoute(asked);
    const policy = asked.policies.find(({ id }) => id === decision.matchingPolicyId);
    const counts = asked.hint && !asked.requested && !policy?.prefer.length;
    const order = asked.requested || !policy ? [] : matchingPolicies(asked.policies, asked.work);
    const passed = order.slice(0, order.findIndex(({ id }) => id === policy?.id));
    const limits = passed.reduce(
      (before, { limits: { privacy } }) => stricter(before, { privacy }),
      stricter(asked.limits, policy?.limits ?? {}),
    );
    assert.deepEqual(decision.limits, counts ? stricter(limits, { privacy: asked.hint!.privacy }) : limits);
  }));
});

Deno.test("decideRoute() names nobody twice, and never excludes what it chose", () => {
  fc.assert(fc.property(question, (asked) => {
    const keys = chosen(asked).map(key);
    assert.equal(new Set(keys).size, keys.length);
    if (asked.policies.length > 0) return; // a policy before may have excluded what the next one allows
    assert.deepEqual(decideRoute(asked).excluded.filter((each) => keys.includes(key(each))), []);
  }));
});

Deno.test("decideRoute() gives whoever named a model that model or none, whatever the policies prefer", () => {
  fc.assert(fc.property(question, (asked) => {
    const { requested } = asked;
    if (!requested) return;
    for (const { provider, model } of chosen(asked)) {
      assert.equal(provider, requested.provider);
      if (requested.model !== undefined) assert.equal(model, requested.model);
    }
    if (requested.model !== undefined) assert.deepEqual(decideRoute(asked).alternatives, []);
  }));
});

Deno.test("decideRoute() selects the first usable preference of the first policy that has one", () => {
  fc.assert(fc.property(question, (asked) => {
    if (asked.requested) return;
    const decision = decideRoute(asked);
    const policy = asked.policies.find(({ id }) => id === decision.matchingPolicyId);
    if (!policy || policy.prefer.length === 0) return;
    const usable = [...new Set(hintedFirst(policy.prefer, asked.hint).map(key))].filter((each) =>
      chosen(asked).map(key).includes(each)
    );
    assert.deepEqual(chosen(asked).map(key), usable);
    if (!decision.selected) assert.equal(policy, matchingPolicies(asked.policies, asked.work)[0]);
  }));
});

Deno.test("decideRoute() takes what a profile hints at before all others that were not named, and says what became of it", () => {
  fc.assert(fc.property(question, (asked) => {
    const { hint } = asked;
    if (!hint || asked.requested) return;
    const decision = decideRoute(asked);
    const fits = chosen(asked).map((each) => fitsHint(each, hint));
    const order = asked.recipe ? [] : fits;
    assert.deepEqual(order, order.toSorted((a, b) => Number(b) - Number(a)));
    assert.match(decision.rationale[0]!, /The profile "Worker" prefers/);
    const usable = asked.candidates.some((each) =>
      fitsHint(each, hint) && each.unready === null && !each.recipesOnly && each.privacy === "local" &&
      each.roles.length === 0
    );
    if (!asked.recipe && usable && asked.policies.length === 0 && asked.limits.maxCostUsd === undefined) {
      assert.ok(fits[0]);
    }
  }));
});

Deno.test("decideRoute() does not depend on the order of policies, nor on models that cannot be used", () => {
  fc.assert(fc.property(question, fc.infiniteStream(fc.nat()), (asked, order) => {
    const shuffled = asked.policies.map((policy) => ({ policy, at: order.next().value })).toSorted((a, b) =>
      a.at - b.at
    ).map(({ policy }) => policy);
    assert.deepEqual(decideRoute({ ...asked, policies: shuffled }), decideRoute(asked));
    const usable = asked.candidates.filter(({ unready }) => unready === null);
    assert.deepEqual(chosen({ ...asked, candidates: usable }), chosen(asked));
  }));
});

Deno.test("decideRoute() under a stricter limit chooses out of what it chose without it", () => {
  fc.assert(fc.property(question, limits, (asked, more) => {
    if (asked.policies.length > 1) return; // another policy may then be the one that counts
    const loose = chosen(asked).map(key);
    const strict = chosen({ ...asked, limits: stricter(asked.limits, more) }).map(key);
    assert.deepEqual(strict, loose.filter((each) => strict.includes(each)));
  }));
});

Deno.test("stricter() of limits is commutative, associative and idempotent, and no limit is its unit", () => {
  fc.assert(fc.property(limits, limits, limits, (a, b, c) => {
    assert.deepEqual(stricter(a, b), stricter(b, a));
    assert.deepEqual(stricter(stricter(a, b), c), stricter(a, stricter(b, c)));
    assert.deepEqual(stricter(a, a), a);
    assert.deepEqual(stricter(a, {}), a);
  }));
});

const plain: RouteCandidate = {
  provider: "a",
  model: "m",
  privacy: "local",
  unready: null,
  inputCostPerMillion: 0,
  outputCostPerMillion: 0,
  roles: [],
  recipesOnly: false,
  byDefault: true,
};
const asked: RouteQuestion = {
  work: {},
  recipe: false,
  requested: null,
  hint: null,
  limits: {},
  policies: [],
  candidates: [plain],
  estimate: { inputTokens: { low: 1, high: 2 }, outputTokens: { low: 1, high: 2 } },
};

Deno.test("decideRoute() gives a recipe to the built-in worker and other words to the first that was listed", () => {
  const builtin = { ...plain, provider: "builtin", model: "recipe", recipesOnly: true };
  const candidates = [plain, builtin];
  assert.equal(decideRoute({ ...asked, candidates, recipe: true }).selected?.provider, "builtin");
  assert.equal(decideRoute({ ...asked, candidates }).selected?.provider, "a");
  assert.match(
    decideRoute({ ...asked, candidates: [builtin] }).excluded[0]!.reason,
    /only runs recipes, and this request is not a recipe/,
  );
});

Deno.test("decideRoute() says what is missing if no model is selected", () => {
  const warning = (...candidates: RouteCandidate[]) => decideRoute({ ...asked, candidates }).warnings[0]!;
  const builtin = { ...plain, provider: "builtin", model: "recipe", recipesOnly: true };
  assert.match(warning(builtin), /^No model or agent is connected/);
  assert.match(
    warning(builtin, { ...plain, unready: "It is down." }),
    /^No connected model or agent can be used now/,
  );
  assert.match(
    warning({ ...plain, byDefault: false }),
    /only used if named, such as a\/m, so the run would wait\./,
  );
});

Deno.test("decideRoute() holds an unknown price against a price limit, and warns of it without one", () => {
  const unknown = { ...plain, inputCostPerMillion: null };
  const free = decideRoute({ ...asked, candidates: [unknown] });
  assert.equal(free.selected?.expectedCostUsd, null);
  assert.match(free.warnings.join(), /price is unknown/);
  const limited = decideRoute({ ...asked, candidates: [unknown], limits: { maxCostUsd: 1 } });
  assert.equal(limited.selected, null);
  assert.match(limited.excluded[0]!.reason, /price is unknown, and the limit is 1 USD/);
});

Deno.test("decideRoute() continues to the next matching policy, and to nothing beyond the policies", () => {
  const policy = { name: "p", match: {}, limits: {} };
  const policies = [
    { ...policy, id: "1", priority: 2, prefer: [{ provider: "gone", model: "x" }] },
    { ...policy, id: "2", priority: 1, prefer: [{ provider: "a", model: "m" }] },
  ];
  const decision = decideRoute({ ...asked, policies });
  assert.deepEqual([decision.matchingPolicyId, decision.selected?.model], ["2", "m"]);
  assert.match(decision.rationale.join(), /gone\/x is not used/);
  const held = decideRoute({ ...asked, policies: policies.slice(0, 1) });
  assert.deepEqual([held.matchingPolicyId, held.selected], ["1", null]);
});

Deno.test("decideRoute() keeps work as near as the policies say that it passed, whatever the next one prefers", () => {
  const hosted = { ...plain, provider: "hosted", privacy: "third-party" as const };
  const candidates = [{ ...plain, unready: "It is down." }, hosted];
  const policy = { name: "p", match: {}, limits: {} };
  const prefersHosted = { ...policy, id: "2", priority: -1, prefer: [{ provider: "hosted", model: "m" }] };
  for (const prefer of [[], [{ provider: "a", model: "m" }]]) {
    const stays = { ...policy, id: "1", priority: 0, prefer, limits: { privacy: "local" as const } };
    const decision = decideRoute({ ...asked, candidates, policies: [stays, prefersHosted] });
    assert.deepEqual([decision.selected, decision.alternatives], [null, []]);
    assert.match(decision.rationale.join(), /hosted\/m is not used: It is with a third party/);
  }
  const dear = { ...policy, id: "1", priority: 0, prefer: [], limits: { maxCostUsd: 0.000001 } };
  const priced = { ...hosted, inputCostPerMillion: 5, outputCostPerMillion: 5 };
  const policies = [dear, prefersHosted];
  const decision = decideRoute({ ...asked, candidates: [priced], policies });
  assert.equal(
    decision.selected?.provider,
    "hosted",
    "what one policy may cost is said of that policy alone",
  );
});

Deno.test("matchingPolicies() puts the higher priority first, then the more specific, then the older", () => {
  const policy = { name: "p", limits: {}, prefer: [], priority: 0, match: {} };
  const order = matchingPolicies([
    { ...policy, id: "4" },
    { ...policy, id: "3" },
    { ...policy, id: "5", match: { role: "worker" } },
    { ...policy, id: "9", priority: 1 },
    { ...policy, id: "1", match: { role: "planner" } },
  ], { role: "worker" });
  assert.deepEqual(order.map(({ id }) => id), ["9", "5", "3", "4"]);
});
