import assert from "node:assert/strict";
import { hasFieldsOf } from "../stable_fields.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";

const policy = (name: string) => ({
  name,
  match: { taskClass: name },
  prefer: [{ provider: "builtin", model: "recipe" }],
});

const SELECTED = "selected model, alternatives, rationale, warnings, matching policy id.";

export default {
  "GET /models": [
    promised("interface", "array of strings", async ({ call }) => {
      assert.ok((await call()).every((each: unknown) => typeof each === "string"));
      assert.ok(
        (await call({ query: { provider: "builtin" } })).some((each: string) => each.includes("recipe")),
      );
    }),
  ],
  "GET /providers/health": [
    promised(
      "interface",
      "Agent responses hide credential status and secret identifiers.",
      async ({ call }) => {
        const [whole, part] = [await call(), await call({ as: "agent" })];
        assert.ok("builtin" in whole && "builtin" in part);
        assert.match(JSON.stringify(whole), /"credentials?/);
        assert.doesNotMatch(JSON.stringify(part), /"credentials?|secretId/);
      },
    ),
  ],
  "GET /providers/:provider/health-history": [
    promised("semantics", "Lists without a cursor are newest first, ties by id.", async ({ call }, probe) => {
      const params = { provider: "builtin" };
      for (let i = 0; i < 2; i++) await probe.call("POST /providers/:provider/health-check", { params });
      const times = (await call({ params })).map(({ at }: Payload) => at);
      assert.ok(times.length > 0 && times.every((time: unknown) => typeof time === "string"));
      assert.deepEqual(times, times.toSorted().toReversed());
      assert.equal((await call({ params, query: { limit: "1" } })).length, 1);
    }),
  ],
  "POST /providers/:provider/health-check": [
    promised("interface", "On demand, forced catalog refresh when supported.", async ({ call, refused }) => {
      assert.ok(await call({ params: { provider: "builtin" } }));
      await refused(404, { params: { provider: "nowhere" } });
    }),
  ],
  "GET /model-catalog": [
    promised("interface", "execution path, privacy, capabilities, roles, notes.", async ({ call }) => {
      const [entry] = await call({ query: { provider: "builtin" } });
      hasFieldsOf("execution path, privacy, capabilities, roles, notes.", entry);
    }),
  ],
  "POST /model-routing/preview": [
    promised(
      "interface",
      SELECTED,
      async ({ call }, probe) => {
        const { id } = await probe.call("POST /model-routing/policies", { body: policy("previewed") });
        const shown = await call({
          as: "agent",
          body: { taskClass: "previewed", request: 'create x.md with "x"' },
        });
        hasFieldsOf(SELECTED, shown);
        assert.equal(shown.matchingPolicyId, id);
      },
    ),
  ],
  "GET /model-routing/policies": [
    promised("interface", "Query status.", async ({ call }, probe) => {
      const { id } = await probe.call("POST /model-routing/policies", { body: policy("listed") });
      assert.ok((await call({ query: { status: "active" } })).some((each: Payload) => each.id === id));
      assert.equal(
        (await call({ query: { status: "inactive" } })).some((each: Payload) => each.id === id),
        false,
      );
    }),
  ],
  "POST /model-routing/policies": [
    promised("semantics", "an upsert that updates is 200.", async ({ call }, probe) => {
      const { id } = await call({ body: policy("made") });
      const got = await probe.send("POST", "/model-routing/policies", { body: { ...policy("renamed"), id } });
      assert.deepEqual([got.status, JSON.parse(got.text).name], [200, "renamed"]);
    }),
  ],
  "GET /model-routing/policies/:id": [
    promised(
      "semantics",
      "`name, id?, status?, priority?, match: { role?, taskClass?, workflowTemplateId? }, prefer: [{ provider, model }], limits?: { privacy?, maxCostUsd? }`",
      async ({ call }, probe) => {
        const { id } = await probe.call("POST /model-routing/policies", { body: policy("shown") });
        const shown = await call({ params: { id } });
        assert.equal(shown.match.taskClass, "shown");
      },
    ),
  ],
} satisfies PromisesOf;
