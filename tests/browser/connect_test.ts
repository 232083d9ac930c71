import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { fails, says } from "../models/server/reply.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { violationsOf } from "./axe.ts";
import { dashboardTest, isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const KEY = "sk-canary-0123456789-abcdefghijklmnop";

browserTest(
  "a model server is connected by its address and key, tested, made the default, and removed",
  async () => {
    let reply = fails(401, `no such key: ${KEY}`);
    await using server = ModelServer.start(() => reply);
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/models?connect");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").filter({ hasText: "OpenAI" }).getByText("needs a key", { exact: true })
      .waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const connect = async () => {
      await dialog.getByRole("button", { name: "A server at another address …" }).click();
      await dialog.getByLabel("Address").fill(server.baseUrl);
      await dialog.getByLabel("Key").fill(KEY);
      await dialog.getByRole("button", { name: "Add and try it" }).click();
    };
    await connect();
    await dialog.getByText(/refused the credentials/).waitFor();
    assert.ok(!(await page.content()).includes(KEY));
    assert.deepEqual(await site.operator("GET /model-routing/policies", { query: {} }), []);
    reply = says("ready");
    await connect();
    await dialog.getByText(/test-model answered in .* It does what needs a model from now on\./).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByText("default", { exact: true }).waitFor();
    const [policy] = await site.operator("GET /model-routing/policies", { query: {} });
    assert.deepEqual(policy?.prefer.map(({ model }) => model), ["recipe", "test-model"]);
    await page.getByRole("button", { name: /^Remove 127/ }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByText("is removed.").waitFor();
    assert.equal(
      Object.keys(await site.operator("GET /providers/health")).some((id) => id.startsWith("127")),
      false,
    );
    await site.atPeace();
  },
);

dashboardTest(
  "an agent is connected with the server that its own configuration names, and asked for another key while one is refused",
  async (browser) => {
    await using server = ModelServer.start(() => says("ready"));
    server.key = KEY;
    const home = temporaryDirectory();
    const path = (name: string) => join(home, name);
    await Deno.mkdir(path("opencode"), { recursive: true });
    const provider = { near: { options: { baseURL: server.baseUrl, apiKey: KEY } } };
    const text = JSON.stringify({ model: "near/test-model", provider });
    await Deno.writeTextFile(path("opencode/opencode.json"), text);
    await Deno.mkdir(path("bin"));
    await Deno.writeTextFile(path("bin/opencode"), "#!/bin/sh\necho 1.2.3\n", { mode: 0o755 });
    const variables = [`PATH=${path("bin")}:${Deno.env.get("PATH")}`, `XDG_CONFIG_HOME=${home}`];
    const place = await browser.place({ wrap: ["env", ...variables] });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/models?connect`);
    await isLive(page);
    const dialog = page.getByRole("dialog");
    const row = dialog.getByRole("listitem").filter({ hasText: "opencode" });
    await row.getByText("configured", { exact: true }).waitFor();
    await row.getByText(`names test-model at ${server.baseUrl}`).waitFor();
    assert.ok(!(await page.content()).includes(KEY));
    assert.deepEqual(await violationsOf(page), []);
    browser.expect(/ERR_FAILED/);
    await page.route("**/providers", (route) => route.abort());
    await row.getByRole("button", { name: "Use its server (opencode)" }).click();
    await dialog.getByRole("alert").getByText("The service does not answer.").waitFor();
    await page.unroute("**/providers");
    await row.getByRole("button", { name: "Use its server (opencode)" }).click();
    await dialog.getByText(/refused the credentials/).waitFor();
    await dialog.getByRole("button", { name: "Give another key …" }).click();
    await dialog.getByLabel("Key").fill(KEY);
    await dialog.getByRole("button", { name: "Store and try it" }).click();
    await dialog.getByText(/opencode is installed, .* It does what needs a model from now on\./).waitFor();
    await row.getByText("ready", { exact: true }).waitFor();
    await Deno.remove(home, { recursive: true });
  },
);

browserTest("a provider that is removed right after a check is asked for nothing any more", async () => {
  await using server = ModelServer.start(() => says("ready"));
  await using site = await ReviewSite.open();
  await site.operator("POST /providers", {
    body: { id: "near", kind: "openai-compatible", baseUrl: server.baseUrl },
  });
  const page = await site.page("/dashboard/models");
  const panel = page.getByRole("region", { name: "near" });
  await isLive(page);
  const isHistory = (url: string) => url.includes("/providers/near/health-history");
  const read = page.waitForResponse((response) => isHistory(response.url()));
  await panel.waitFor();
  await read;
  const params = { provider: "near" };
  server.key = KEY; // so the check changes the provider, too
  const [again] = await Promise.all([
    page.waitForResponse((response) => isHistory(response.url())),
    site.operator("POST /providers/:provider/health-check", { params }),
  ]);
  assert.equal(again.status(), 200);
  await site.operator("POST /providers/:provider/remove", { params, body: {} });
  await panel.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
  await site.atPeace();
});
