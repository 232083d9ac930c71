import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

/** Stores a value that from then on no answer may hold. */
async function keep(probe: Prober, more: Record<string, unknown> = {}): Promise<Payload> {
  const value = `canary-${crypto.randomUUID()}`;
  probe.secrets.add(value);
  return await probe.call("POST /secrets", {
    body: { name: `probe/${crypto.randomUUID()}`, kind: "api-key", provider: "openai", value, ...more },
  });
}

const METADATA = "metadata, hashes, redacted previews, storage class, material status; never the value.";

export default {
  "GET /secrets": [
    promised("interface", "Query kind, provider, status.", async ({ call }, probe) => {
      const { id } = await keep(probe);
      const ids = async (query: Record<string, string>) =>
        (await call({ query })).map((each: Payload) => each.id);
      assert.ok((await ids({ kind: "api-key", provider: "openai" })).includes(id));
      assert.equal((await ids({ provider: "nobody" })).includes(id), false);
    }),
    promised("interface", METADATA, async ({ call }, probe) => {
      await keep(probe);
      await call();
    }),
  ],
  "POST /secrets": [
    promised("interface", "Stores or rotates material.", async ({ call }, probe) => {
      const { id, name, kind } = await keep(probe);
      const value = `canary-${crypto.randomUUID()}`;
      probe.secrets.add(value);
      assert.equal((await call({ body: { id, name, kind, value } })).id, id);
    }),
  ],
  "GET /secrets/status": [
    promised("interface", "Checks material presence only.", async ({ call }, probe) => {
      const { id } = await keep(probe);
      const one = (await call()).find((each: Payload) => each.id === id);
      assert.equal(one.materialStatus ?? one.status, "present");
    }),
  ],
  "GET /secrets/:id": [
    promised("interface", "Metadata only.", async ({ call, refused }, probe) => {
      const { id, name } = await keep(probe);
      assert.equal((await call({ params: { id } })).name, name);
      await refused(403, { params: { id }, as: "agent" });
    }),
  ],
  "GET /secrets/:id/status": [
    promised("interface", "Checks material presence only.", async ({ call }, probe) => {
      const { id } = await keep(probe);
      const one = await call({ params: { id } });
      assert.equal(one.materialStatus ?? one.status, "present");
    }),
  ],
  "POST /secrets/:id/delete": [
    promised("interface", "local material removed, metadata marked deleted", async ({ call }, probe) => {
      const { id } = await keep(probe);
      const first = await call({ params: { id } });
      assert.equal(first.status, "deleted");
      assert.deepEqual(await call({ params: { id } }), first);
      assert.equal((await probe.call("GET /secrets/:id", { params: { id } })).status, "deleted");
    }),
  ],
} satisfies PromisesOf;
