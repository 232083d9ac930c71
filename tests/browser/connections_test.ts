/// <reference lib="dom" />
import assert from "node:assert/strict";
import { Provider } from "../financelink/provider.ts";
import { CLIENT, OidcServer } from "../oauth/oidc_server.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const CONNECTIONS = "/dashboard/connections";

/** A port that was free just now: a server has to know the redirect address before the service is there. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** A service on a fixed port, and a server where its redirect is registered. */
async function connectable() {
  const port = freePort();
  const server = await OidcServer.start({ redirectUri: `http://127.0.0.1:${port}/oauth/callback` });
  const site = await ReviewSite.open({ port });
  site.browser.origins.add(server.issuer);
  await site.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: { issuer: server.issuer, scopes: ["openid", "email"], ...CLIENT },
  });
  return {
    server,
    site,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

browserTest(
  "a real redirect connects an account: the page is fixed, the address is clean, and the dashboard shows it",
  async () => {
    await using world = await connectable();
    const { site, server } = world;
    const page = await site.page(CONNECTIONS);
    await page.getByRole("heading", { name: "No accounts yet" }).waitFor();
    const { authorizationUrl, binding } = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/oauth/start", {
        method: "POST",
        headers,
        body: '{"connectorId":"example"}',
      });
      return await answer.json();
    });
    assert.equal(binding, "cookie", "it began in a browser");
    await page.goto(authorizationUrl);
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    assert.equal(page.url(), `${site.service.url}/oauth/callback`, "the code is out of the address bar");
    await page.getByRole("link", { name: "Connections" }).click();
    await page.getByRole("heading", { name: "Ada Example" }).waitFor();
    await page.getByText("connected", { exact: true }).waitFor();
    const html = await page.content();
    assert.deepEqual([...server.tokens].filter((token) => html.includes(token)), []);

    await page.getByRole("button", { name: "Refresh Ada Example" }).click();
    await page.getByText("Its access is refreshed.").waitFor();
    await page.getByRole("button", { name: "Disconnect … Ada Example" }).click();
    await page.getByRole("button", { name: "Disconnect it" }).click();
    await page.getByText("revoked", { exact: true }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "banks and the developer portal are shown with what mends them; axe-core finds nothing wrong, wide and narrow",
  async () => {
    await using world = await connectable();
    await using provider = new Provider();
    const { site, server } = world;
    const { authorizationUrl } = await site.operator("POST /oauth/start", {
      body: { connectorId: "example" },
    });
    await site.operator("POST /oauth/callback", { body: { url: await server.authorize(authorizationUrl!) } });
    await site.operator("POST /financelink/app", { body: provider.app });
    const { id } = await site.operator("POST /financelink/link/token/create", { body: {} });
    provider.finish();
    await site.operator("POST /financelink/link/token/exchange", { body: { linkTokenId: id } });
    for (const width of [1440, 390]) {
      const page = await site.page(CONNECTIONS, { width });
      await page.getByRole("heading", { name: "Ada Example" }).waitFor();
      assert.deepEqual(await violationsOf(page), []);
      await page.goto(`${site.service.url}${CONNECTIONS}?tab=items`);
      await page.getByRole("heading", { name: "First Bank" }).waitFor();
      assert.deepEqual(await violationsOf(page), []);
      await page.goto(`${site.service.url}${CONNECTIONS}?tab=portal`);
      await page.getByRole("heading", { name: "No app yet" }).waitFor();
      assert.deepEqual(await violationsOf(page), []);
    }
    const page = await site.page(`${CONNECTIONS}?tab=items`);
    await page.getByRole("button", { name: "Into the planner Checking" }).click();
    await page.getByRole("button", { name: "Out of the planner Checking" }).waitFor();
    await site.atPeace();
  },
);
