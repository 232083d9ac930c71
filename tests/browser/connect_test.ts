import assert from "node:assert/strict";
import { fails, says } from "../models/server/reply.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { violationsOf } from "./axe.ts";
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
