import assert from "node:assert/strict";
import fc from "fast-check";
import { readFilter } from "../../services/execution/automations/filter/filter.ts";
import { TestRepository } from "../git.ts";
import { atThree, automate, onClocks } from "./scenario.ts";

const SECRET = "a-secret-that-two-parties-know";

/** Sends bodies to an automation with a filter; returns the outcome and reason of each. */
async function delivered(filter: string, bodies: readonly unknown[]) {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "hook/filter", kind: "webhook", value: SECRET },
  });
  await automate(h, repository.root, {
    trigger: { kind: "webhook", path: "filtered", secretId, filter },
    overlap: "allow_all",
  });
  const found = [];
  for (const body of bodies) {
    const headers = { host: "hooks.example.org", "x-agent-harness-webhook-secret": SECRET };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const { fires } = await (await h.send("/automation-webhooks/filtered", init, null)).json();
    found.push([fires[0].outcome, fires[0].reason ?? null]);
  }
  return found;
}

Deno.test("whether a number of a delivery is whole does not decide whether its filter can be applied", async () => {
  const filter = "trigger.body.price + 0.5 > 10.0 && trigger.body.price * 2 != 21.0";
  const found = await delivered(filter, [{ price: 10 }, { price: 10.25 }, { price: 10.5 }, { price: 9 }]);
  assert.deepEqual(found.map(([outcome]) => outcome), ["fired", "fired", "rejected", "rejected"]);
  for (const [, reason] of found.slice(2)) assert.match(reason, /does not match/);
});

Deno.test("a filter that looks at a large text again and again ends at its budget; looking a few times does not", async () => {
  const body = { items: Array(1000).fill(1), text: "x".repeat(900_000) };
  const often = 'trigger.body.items.exists(i, trigger.body.text.contains("y"))';
  const [[outcome, reason]] = await delivered(often, [body]) as [[string, string]];
  assert.equal(outcome, "rejected");
  assert.match(reason, /could not be applied: .*too long in total/);
  const few = ["a", "b", "c", "d"].map((one) => `!trigger.body.text.contains("${one}")`).join(" && ");
  const [[ended]] = await delivered(few, [body]) as [[string]];
  assert.equal(ended, "fired");
});

Deno.test("any two numbers of JSON are computed with and compared as JSON has them: as numbers", async () => {
  const filters = await Promise.all(
    ["e.a + e.b == e.c", "e.a * 2 == e.d", "(e.a < e.b) == e.less", "e.a in [e.b, e.a]"].map((text) =>
      readFilter(text.replaceAll("e.", "event."), "event")
    ),
  );
  const number = fc.oneof(
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 4),
  );
  fc.assert(fc.property(number, number, (a, b) => {
    const event = { a, b, c: a + b, d: a * 2, less: a < b };
    for (const filter of filters) assert.deepEqual(filter(event), { holds: true });
  }));
});
