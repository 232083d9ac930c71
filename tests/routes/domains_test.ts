import assert from "node:assert/strict";
import { join } from "../../routes/domain.ts";
import { api, contracts, DOMAINS, handlers } from "../../routes/mod.ts";

const key = "GET /things";
const one = { contract: { [key]: { summary: "one" } }, handlers: { [key]: () => 1 } };
const other = { contract: { [key]: { summary: "other" } }, handlers: { [key]: () => 2 } };

Deno.test("two domains that declare one endpoint stop the start; one that declares it does not", () => {
  assert.deepEqual(join({ one }, "contract"), one.contract);
  for (const part of ["contract", "handlers"] as const) {
    assert.throws(
      () => join({ one, other }, part),
      /^TypeError: The domains one and other both declare GET \/things\./,
    );
  }
});

Deno.test("every endpoint of every domain is served, and has its own domain's handler", () => {
  const declared = Object.values(DOMAINS).flatMap(({ contract }) => Object.keys(contract));
  assert.deepEqual(Object.keys(api), declared);
  assert.deepEqual(Object.keys(contracts), Object.keys(DOMAINS));
  for (const domain of Object.values(DOMAINS)) {
    for (const [name, handler] of Object.entries(domain.handlers)) {
      assert.equal(handlers[name], handler, name);
    }
  }
});
