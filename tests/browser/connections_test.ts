/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { Portal } from "../devportal/portal.ts";
import { Provider } from "../financelink/provider.ts";
import { CLIENT, OidcServer } from "../oauth/oidc_server.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const CONNECTIONS = "/dashboard/connections";

/** Returns a free port, because a server has to know the redirect address before the service runs. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts a service on a fixed port, and a server where its redirect address is registered. */
async function connectable() {
  const port = freePort();
  const server = await OidcServer.start({ redirectUri: `http://127.0.0.1:${port}/oauth/callback` });
  const site = await ReviewSite.open({ port });
  site.browser.origins.add(server.issuer);
  return {
    server,
    site,
    /** Configures the server's app without the dashboard. */
    configure: () =>
      site.operator("POST /oauth/apps/:connectorId", {
        params: { connectorId: "example" },
        body: { issuer: server.issuer, scopes: ["openid", "email"], ...CLIENT },
      }),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Resolves with the first event of a type from now on. */
function recorded({ service: { service: { store } } }: ReviewSite, type: string): Promise<void> {
  const seen = Promise.withResolvers<void>();
  const stop = store.subscribe((events) => events.some((event) => event.type === type) && seen.resolve());
  return seen.promise.finally(stop);
}

/** Presses a control that opens a new page, and returns that page. */
async function opened(page: Page, name: string): Promise<Page> {
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name }).click(),
  ]);
  return other;
}

browserTest(
  "an account is configured, connected by a real redirect, connected again in place, and disconnected with a receipt",
  async () => {
    await using world = await connectable();
    const { site, server } = world;
    const page = await site.page(CONNECTIONS);
    await page.getByRole("heading", { name: "No accounts yet" }).waitFor();
    await page.getByRole("button", { name: "Connect an account …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Server").selectOption({ label: "Another server" });
    await dialog.getByLabel("Name").fill("example");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByText(`${site.service.url}/oauth/callback`).waitFor();
    await dialog.getByLabel("Issuer").fill(server.issuer);
    await dialog.getByLabel("Client id").fill(CLIENT.clientId);
    await dialog.getByLabel("Client secret").fill(CLIENT.clientSecret);
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Configure and connect" }).click();
    await page.getByRole("heading", { name: "Sign in at the server" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    assert.ok(!(await page.content()).includes(CLIENT.clientSecret), "the secret is in no state of the page");

    const there = await opened(page, "Open the server's page");
    await there.getByRole("heading", { name: "Connected" }).waitFor();
    assert.equal(there.url(), `${site.service.url}/oauth/callback`, "the code is out of the address bar");
    await page.getByRole("heading", { name: "Ada Example" }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("connected", { exact: true }).waitFor();
    const html = await page.content();
    assert.deepEqual([...server.tokens].filter((token) => html.includes(token)), []);
    const [account] = await site.operator("GET /oauth/accounts", { query: {} });
    const app = await site.operator("GET /oauth/apps/:connectorId", { params: { connectorId: "example" } });
    assert.equal(app.flows[0]!.status, "completed");

    await page.getByRole("button", { name: "Refresh Ada Example" }).click();
    await page.getByText("Access refreshed.").waitFor();
    server.before = (request, response) => {
      if (request.url !== "/token") return;
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
    };
    await page.getByRole("button", { name: "Refresh Ada Example" }).click();
    await page.getByText("reauth required", { exact: true }).waitFor();
    server.before = () => {};
    await page.goto(`${site.service.url}/dashboard`);
    const need = page.getByRole("listitem").filter({ hasText: "Reconnect Ada Example" });
    await need.getByRole("link", { name: "Fix" }).click();
    await page.getByRole("button", { name: "Connect again Ada Example" }).click();
    await (await opened(page, "Open the server's page")).getByRole("heading", { name: "Connected" })
      .waitFor();
    await page.getByText("connected", { exact: true }).waitFor();
    const again = await site.operator("GET /oauth/accounts", { query: {} });
    assert.deepEqual(again.map((account) => account.id), [account!.id], "in place");

    await page.getByRole("button", { name: "Disconnect … Ada Example" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByText("revoked", { exact: true }).waitFor();
    const receipt = page.getByLabel("Receipt of the revocation");
    await receipt.getByText("confirmed.").waitFor();
    await receipt.getByText("Its tokens are removed.").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await site.atPeace();
  },
);

browserTest("over SSH an account is connected by the pasted address, or by a device's code", async () => {
  await using world = await connectable();
  const { site, server } = world;
  await world.configure();
  const { authorizationUrl } = await site.operator("POST /oauth/start", { body: { connectorId: "example" } });
  const { id: accountId } = await site.operator("POST /oauth/callback", {
    body: { url: await server.authorize(authorizationUrl!) },
  });
  const page = await site.page(CONNECTIONS);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Connect an account …" }).click();
  await dialog.getByLabel("Server").selectOption({ label: "example" });
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  // The user signs in on another machine, whose browser is redirected to an address that does not respond.
  server.person = "eve";
  const href = await dialog.getByRole("link", { name: "Open the server's page" }).getAttribute("href");
  await dialog.getByLabel("Address").fill(await server.authorize(href!));
  await dialog.getByRole("button", { name: "Finish with an address" }).click();
  await page.getByRole("heading", { name: "Eve Example" }).waitFor();

  server.person = "ada";
  await page.getByRole("button", { name: "Connect again Ada Example" }).click();
  await dialog.getByRole("button", { name: "use a code" }).click();
  await page.getByRole("heading", { name: "Type the code" }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await server.approveDevice(await dialog.locator("code").innerText());
  await dialog.waitFor({ state: "detached" });
  const accounts = await site.operator("GET /oauth/accounts", { query: {} });
  assert.equal(accounts.length, 2);
  assert.ok(accounts.some(({ id }) => id === accountId));
  await site.atPeace();
});

browserTest(
  "the developer portal's app and a bank are set up in the dashboard; upcoming actions for a bank are on Home and in the planner",
  async () => {
    await using world = await connectable();
    await using portal = new Portal();
    await using provider = new Provider();
    const { site } = world;
    site.browser.origins.add(provider.url);
    const page = await site.page(`${CONNECTIONS}?tab=portal`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Set up the app …" }).click();
    await dialog.getByLabel("Token address").fill(portal.app.tokenUrl);
    await dialog.getByLabel("Test address").fill(portal.app.probeUrl);
    await dialog.getByLabel("Key").fill(portal.app.apiKey);
    await dialog.getByLabel("Secret").fill(`${portal.app.apiSecret}-wrong`);
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("failing", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Change …" }).click();
    await dialog.getByLabel("Secret").fill(portal.app.apiSecret);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("configured", { exact: true }).waitFor();

    await page.getByRole("tab", { name: "Banks" }).click();
    await page.getByRole("button", { name: "Set up account linking …" }).click();
    await dialog.getByLabel("Client id").fill(provider.clientId);
    await dialog.getByLabel("Secret").fill("not-the-right-secret");
    await dialog.getByText("A test server").click();
    await dialog.getByLabel("Address").fill(provider.url);
    await dialog.getByRole("button", { name: "Save and check" }).click();
    await dialog.getByRole("alert").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByLabel("Secret").fill(provider.secret);
    await dialog.getByRole("button", { name: "Save and check" }).click();
    await dialog.waitFor({ state: "detached" });

    const ends = new Date(Date.now() + 20 * 86_400_000).toISOString();
    provider.consentExpiresAt = ends;
    await page.getByRole("button", { name: "Link a bank …" }).click();
    const bank = await opened(page, "Open the provider's page");
    await bank.getByRole("link", { name: "Agree" }).click();
    await bank.getByText("You can go back now.").waitFor();
    await dialog.getByRole("button", { name: "I have finished" }).click();
    await page.getByRole("heading", { name: "First Bank" }).waitFor();
    const planned = recorded(site, "planner.tasks_changed");
    await page.getByRole("button", { name: "Show in the planner: Checking" }).click();
    await page.getByRole("button", { name: "Hide in the planner: Checking" }).waitFor();
    await planned;
    const [task] = await site.operator("GET /planner/tasks", { query: {} });
    assert.deepEqual([task!.title, task!.due], ["Renew the consent at First Bank", {
      date: ends.slice(0, 10),
    }]);

    provider.loginRequired = true;
    const repository = site.repository();
    await site.run(repository, "list the files");
    await page.goto(`${site.service.url}/dashboard`);
    await page.getByRole("link", { name: "Action needed by then: First Bank" }).click();
    await page.getByRole("button", { name: "Disconnect … First Bank" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByText("removed at the provider").waitFor();
    const receipt = page.getByLabel("Receipt of the disconnection");
    await receipt.getByText(/^removed/).first().waitFor();
    await page.getByText(/^Checked .* Used by/).click();
    await page.getByLabel("Used by").getByText("financelink.remove at").waitFor();
    await site.atPeace();
  },
);

browserTest(
  "banks and the developer portal are shown with their repair actions; axe-core finds no violations, wide and narrow",
  async () => {
    await using world = await connectable();
    await using provider = new Provider();
    const { site, server } = world;
    await world.configure();
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
    await page.getByRole("button", { name: "Show in the planner: Checking" }).click();
    await page.getByRole("button", { name: "Hide in the planner: Checking" }).waitFor();
    await site.atPeace();
  },
);

browserTest("a connection is said once, by its event or by the answer to the pasted address", async () => {
  await using world = await connectable();
  const { site, server } = world;
  await world.configure();
  const { authorizationUrl } = await site.operator("POST /oauth/start", { body: { connectorId: "example" } });
  await site.operator("POST /oauth/callback", {
    body: { url: await server.authorize(authorizationUrl!) },
  });
  const page = await site.page(CONNECTIONS);
  const dialog = page.getByRole("dialog");
  const signIn = async (person: string) => {
    server.person = person;
    await page.getByRole("button", { name: "Connect an account …" }).click();
    await dialog.getByLabel("Server").selectOption({ label: "example" });
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    const href = await dialog.getByRole("link", { name: "Open the server's page" }).getAttribute("href");
    return await server.authorize(href!);
  };
  const address = await signIn("eve");
  const toasts = page.locator(".toast");
  await page.route("**/oauth/callback", async (route) => {
    const response = await route.fetch();
    await toasts.waitFor(); // of the event
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse("**/oauth/callback");
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByRole("button", { name: "Finish with an address" }).click();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  assert.deepEqual(await toasts.allInnerTexts(), ["The account is connected."]);

  // What cannot be read is said, and read again later.
  const url = await signIn("mallory");
  await page.route("**/oauth/apps/example", (route) => route.abort());
  await site.operator("POST /oauth/callback", { body: { url } });
  await dialog.getByText("The service does not answer.").waitFor();
  assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
});
