import assert from "node:assert/strict";
import { Portal } from "../../devportal/portal.ts";
import { Provider } from "../../financelink/provider.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const portalOf = (probe: Prober): Promise<Portal> =>
  probe.once("a portal", async () => {
    const portal = new Portal();
    probe.owned.push(portal);
    probe.secrets.add(portal.secret).add(portal.token);
    await probe.call("POST /devportal/app", { body: portal.app });
    return portal;
  });

const providerOf = (probe: Prober): Promise<Provider> =>
  probe.once("a provider", async () => {
    const provider = new Provider();
    probe.owned.push(provider);
    probe.secrets.add(provider.secret);
    await probe.call("POST /financelink/app", { body: provider.app });
    return provider;
  });

/** A linked item with its accounts. */
const linked = (probe: Prober): Promise<Payload> =>
  probe.once("an item", async () => {
    const provider = await providerOf(probe);
    const { id } = await probe.call("POST /financelink/link/token/create", { body: {} });
    provider.finish();
    return await probe.call("POST /financelink/link/token/exchange", { body: { linkTokenId: id } });
  });

export default {
  "GET /devportal/app": [
    promised("interface", "Secret values are write-only.", async ({ call }, probe) => {
      const portal = await portalOf(probe);
      assert.equal((await call()).tokenUrl, portal.app.tokenUrl);
    }),
  ],
  "POST /devportal/app": [
    promised(
      "connectors",
      "A changed key makes `verified` fall back to `configured`.",
      async ({ call }, probe) => {
        const portal = await portalOf(probe);
        await probe.call("POST /devportal/app/smoke-check");
        assert.equal(
          (await call({ body: { ...portal.app, apiKey: "another-key-0815" } })).status,
          "configured",
        );
        await call({ body: portal.app });
      },
    ),
  ],
  "POST /devportal/app/smoke-check": [
    promised("connectors", "at most one in 5 s (same answer again)", async ({ call }, probe) => {
      await portalOf(probe);
      const first = await call();
      assert.deepEqual((await call()).lastCheck, first.lastCheck);
    }),
  ],
  "GET /financelink/app": [
    promised("interface", "Secret values are write-only.", async ({ call }, probe) => {
      const provider = await providerOf(probe);
      assert.equal(JSON.stringify(await call()).includes(provider.secret), false);
    }),
  ],
  "POST /financelink/app": [
    promised(
      "connectors",
      "other products: 400 naming the blocked class",
      async ({ call, refused }, probe) => {
        const provider = await providerOf(probe);
        assert.match(await refused(400, { body: { ...provider.app, products: ["transfer"] } }), /blocked/);
        assert.deepEqual((await call({ body: provider.app })).products, ["transactions"]);
      },
    ),
  ],
  "POST /financelink/app/smoke-check": [
    promised("connectors", "creates and discards a link token", async ({ call }, probe) => {
      const provider = await providerOf(probe);
      await call();
      assert.ok(provider.requests.includes("/link/token/create"));
    }),
  ],
  "POST /financelink/link/token/create": [
    promised(
      "connectors",
      "201 `{ id, linkToken, hostedLinkUrl, mode, environment, expiresAt }`",
      async ({ call }, probe) => {
        await providerOf(probe);
        const made = await call({ body: {} });
        for (const name of ["id", "linkToken", "hostedLinkUrl", "mode", "environment", "expiresAt"]) {
          assert.ok(made[name], name);
        }
      },
    ),
  ],
  "POST /financelink/link/token/exchange": [
    promised("interface", "Exchanges a public token for local item material.", async ({ refused }, probe) => {
      const { item, accounts } = await linked(probe);
      assert.equal(item.status, "healthy");
      assert.ok(accounts.length > 0);
      for (const token of (await providerOf(probe)).tokens) {
        if (token.startsWith("access")) probe.secrets.add(token);
      }
      await refused(404, { body: { linkTokenId: "link_of_nothing" } });
    }),
  ],
  "GET /financelink/connections": [
    promised("connectors", "`{ items[]{ …, accounts[] }, counts }`", async ({ call }, probe) => {
      const { item } = await linked(probe);
      const { items, counts } = await call();
      assert.ok(items.find(({ id }: Payload) => id === item.id).accounts.length > 0);
      assert.equal(typeof counts, "object");
    }),
  ],
  "POST /financelink/accounts/:id/settings": [
    promised("connectors", "`alias?, enabled?, hidden?, includeInPlanner?`", async ({ call }, probe) => {
      const { accounts: [{ id }] } = await linked(probe);
      const set = await call({ params: { id }, body: { alias: "Household", hidden: true } });
      assert.deepEqual([set.alias, set.hidden], ["Household", true]);
    }),
  ],
  "POST /financelink/items/:id/disconnect": [
    promised(
      "connectors",
      "`{ item, remote (removed, already_gone, failed), materialRemoved, at }`; `failed` keeps it `disconnecting` and retries 24 h",
      async ({ call }, probe) => {
        const { item: { id } } = await linked(probe);
        await probe.once("the settings were tried", () => probe.call("GET /financelink/connections"));
        const done = await call({ params: { id }, body: {} });
        assert.deepEqual([done.remote, done.materialRemoved, done.item.status], [
          "removed",
          true,
          "disconnected",
        ]);
      },
    ),
  ],
} satisfies PromisesOf;
