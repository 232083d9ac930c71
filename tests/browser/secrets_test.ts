/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { temporaryDirectory } from "../temporary.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const SECRETS = "/dashboard/connections?tab=secrets";
const VALUE = "sk-test-4f9b2c7d8e1a6053";
const NEXT = "sk-test-99aa88bb77cc66dd";
const KEY = `-----BEGIN KEY-----\n${"QWxhZGRpbjpvcGVuIHNlc2FtZQ".repeat(2)}\n-----END KEY-----\n`;

const store = (site: ReviewSite, name: string, more: { provider?: string; kind?: string } = {}) =>
  site.operator("POST /secrets", { body: { name, kind: "api-key", value: VALUE, ...more } });

/** Returns everything in the page that could show a value: text, attributes, fields, and storage. */
const heldBy = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      location.href,
    ].join("\n")
  );

browserTest("a secret is stored, rotated and deleted, and its value is never in the page", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(SECRETS);
  await page.getByRole("heading", { name: "No secrets yet" }).waitFor();
  await page.getByRole("button", { name: "Store a secret …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("openai/main");
  assert.equal(await dialog.getByLabel("Value", { exact: true }).getAttribute("type"), "password");
  await dialog.getByLabel("Value", { exact: true }).fill(VALUE);
  await dialog.getByRole("button", { name: "Store", exact: true }).click();
  await page.getByRole("heading", { name: "openai/main" }).waitFor();
  await page.getByText("Version 1, given out 0 times").click();
  assert.equal((await heldBy(page)).includes(VALUE), false);

  await page.getByRole("button", { name: /^Rotate …/ }).click();
  await dialog.getByLabel("Value", { exact: true }).fill(NEXT);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Version 2, given out 0 times").waitFor();
  assert.equal((await heldBy(page)).includes(NEXT), false);

  await page.getByRole("button", { name: /^Delete …/ }).click();
  await page.getByRole("button", { name: "Delete the secret" }).click();
  await page.getByRole("heading", { name: "No secrets yet" }).waitFor();
  await page.getByRole("radio", { name: "Deleted" }).click();
  await page.getByText("removed", { exact: true }).waitFor();
  const [stored] = await site.operator("GET /secrets", { query: {} });
  assert.equal(stored!.status, "deleted");
  assert.equal(stored!.version, 2);
  await site.atPeace();
});

browserTest("a refused value is removed from the field, and the rest of the input stays", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(SECRETS);
  await page.getByRole("button", { name: "Store a secret …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("short");
  await dialog.getByLabel("Value", { exact: true }).fill("abc-12");
  await dialog.getByRole("button", { name: "Store", exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  assert.equal((await heldBy(page)).includes("abc-12"), false);
  assert.equal(await dialog.getByLabel("Name").inputValue(), "short");
  await dialog.getByLabel("Value", { exact: true }).fill(VALUE);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal((await heldBy(page)).includes(VALUE), false);
  assert.deepEqual(await site.operator("GET /secrets", { query: {} }), []);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
});

browserTest("a key of several lines is read from a file with its line breaks", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(SECRETS);
  await page.getByRole("button", { name: "Store a secret …" }).click();
  await page.getByLabel("Name").fill("deploy-key");
  const path = join(temporaryDirectory(), "id.pem");
  await Deno.writeTextFile(path, KEY);
  await page.locator("input[type=file]").setInputFiles(path);
  await page.getByText("id.pem is read.").waitFor();
  await Deno.remove(dirname(path), { recursive: true });
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await page.getByRole("heading", { name: "deploy-key" }).waitFor();
  assert.equal((await heldBy(page)).includes("QWxhZGRpbjpvcGVu"), false);
  const [stored] = await site.operator("GET /secrets", { query: {} });
  const again = await site.operator("POST /secrets", {
    body: { name: "deploy-key", kind: "api-key", id: stored!.id, value: KEY },
  });
  assert.equal(again.version, 1, "the very same value is a rotation that changes nothing");
  await site.atPeace();
});

browserTest("a variable that is not set is shown as missing, with the next step", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(SECRETS);
  await page.getByRole("button", { name: "Store a secret …" }).click();
  await page.getByLabel("Name").fill("from-env");
  await page.getByRole("radio", { name: "From an environment variable" }).click();
  await page.getByRole("textbox", { name: "Variable" }).fill("A_VARIABLE_THAT_IS_NOT_SET");
  await page.getByRole("button", { name: "Store", exact: true }).click();
  await page.getByText("missing", { exact: true }).waitFor();
  await page.getByText("Set A_VARIABLE_THAT_IS_NOT_SET in the environment of the service").waitFor();
  await site.atPeace();
});

browserTest("secrets appear without a reload and are filtered by the address", async () => {
  await using site = await ReviewSite.open();
  await store(site, "one", { kind: "token" });
  const page = await site.page(`${SECRETS}&kind=token`);
  await page.getByRole("heading", { name: "one" }).waitFor();
  await site.operator("POST /secrets", { body: { name: "two", kind: "password", value: NEXT } });
  await page.getByRole("searchbox", { name: "Kind" }).fill("");
  await page.getByRole("heading", { name: "two" }).waitFor();
  await page.getByRole("searchbox", { name: "Provider" }).fill("unknown");
  await page.getByRole("heading", { name: "No secrets match these filters" }).waitFor();
  await site.atPeace();
});

browserTest("the texts of a secret stay text", async () => {
  await using site = await ReviewSite.open();
  const attack = '<img src=x onerror="globalThis.attacked=1">';
  await site.operator("POST /secrets", {
    body: {
      name: "sly",
      kind: "token",
      storageClass: "command",
      reference: `echo '${attack}'`,
      metadata: { note: attack },
    },
  });
  const page = await site.page(SECRETS);
  await page.getByText(`echo '${attack}'`).waitFor();
  await page.getByText(/^Version 1/).first().click();
  await page.getByText(attack, { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
  assert.equal(await page.locator("img").count(), 0);
  await site.atPeace();
});

browserTest("axe-core finds no violations in the secrets, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  await store(site, "openai/main", { provider: "openai" });
  await site.operator("POST /secrets", {
    body: {
      name: "from-env",
      kind: "token",
      storageClass: "env",
      reference: "A_VARIABLE_THAT_IS_NOT_SET",
    },
  });
  const page = await site.page(SECRETS);
  await page.getByText("Version 1, given out 0 times").first().click();
  assert.deepEqual(await violationsOf(page, { narrow: true }), [], "the list");
  await page.getByRole("button", { name: "Store a secret …" }).click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await violationsOf(page, { narrow: true }), [], "the dialog");
  await site.atPeace();
});

browserTest(
  "a refused connection asks for its client secret again instead of going on without it",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/connections");
    await page.getByRole("button", { name: "Connect an account …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Server").selectOption({ label: "Another server" });
    await dialog.getByLabel("Name").fill("example");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByLabel("Issuer").fill("http://127.0.0.1:1");
    await dialog.getByLabel("Client id").fill("ours");
    const secret = dialog.getByLabel("Client secret");
    await secret.fill(VALUE);
    await dialog.getByRole("button", { name: "Configure and connect" }).click();
    await dialog.getByRole("alert").waitFor();
    assert.equal(await secret.inputValue(), "");
    let sent = 0;
    page.on("request", (request) => void (request.method() === "POST" && sent++));
    await dialog.getByRole("button", { name: "Configure and connect" }).click();
    assert.equal(await secret.evaluate((input: HTMLInputElement) => input.validity.valueMissing), true);
    assert.equal(sent, 0);
  },
);
