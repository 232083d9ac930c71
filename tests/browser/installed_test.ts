/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { isShellFile } from "../../ui/shell/shell_files.ts";
import { OPERATOR } from "../tokens.ts";
import { dashboardTest, isLive } from "./browser.ts";

/** Resolves once the service worker controls the page, which it does after a reload. */
async function controlled(page: Page): Promise<void> {
  await page.goto(new URL("/dashboard", page.url()).href);
  await page.evaluate(async () => void await navigator.serviceWorker.ready);
  await page.reload();
  await isLive(page);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
}

/** Returns the files of the dashboard in the browser's cache: each path with its text. */
const kept = (page: Page): Promise<[string, string][]> =>
  page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push([new URL(request.url).pathname, await (await cache.match(request))!.text()]);
      }
    }
    return found;
  });

dashboardTest(
  "the dashboard can be installed: its manifest has a name, a start URL, a scope and icons",
  async (browser) => {
    const place = await browser.place({ token: OPERATOR });
    const page = await browser.page();
    await page.goto(`${place.url}/?token=${OPERATOR}`);
    await isLive(page);
    const session = await page.context().newCDPSession(page);
    const { errors, data, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { name, start_url, scope, display, icons } = JSON.parse(data!);
    assert.deepEqual([name, start_url, scope, display], [
      "agent-harness",
      "/dashboard",
      "/dashboard",
      "standalone",
    ]);
    for (const { src } of icons) {
      const answer = await page.evaluate(
        async (path) => (await fetch(path)).headers.get("content-type"),
        src,
      );
      assert.equal(answer, "image/svg+xml", `${src} of ${url}`);
    }
  },
);

dashboardTest(
  "the service worker caches only the dashboard's own files: no response, no token; they open without the service",
  async (browser) => {
    browser.expectKill();
    const place = await browser.place({ token: OPERATOR, process: true });
    const page = await browser.page();
    await page.goto(`${place.url}/?token=${OPERATOR}`);
    await isLive(page);
    await controlled(page);
    for (const name of ["Inbox", "Runs"]) {
      await page.getByRole("link", { name }).first().click();
      await page.getByRole("heading", { name, exact: true }).waitFor();
    }
    await page.goto(`${place.url}/dashboard/runs?query=private-search-words`);
    await isLive(page);
    const files = await kept(page);
    const paths = files.map(([path]) => path);
    assert.ok(paths.includes("/dashboard") && paths.includes("/dashboard/app.js"), paths.join());
    assert.deepEqual(paths.filter((path) => path !== "/dashboard" && !isShellFile(path)), []);
    for (const [path, text] of files) {
      assert.ok(!text.includes(OPERATOR) && !text.includes("private-search-words"), path);
      if (path === "/dashboard") assert.ok(text.startsWith("<!doctype html>"));
    }
    const stored = await page.evaluate(async () =>
      (await (await caches.open("agent-harness-shell")).match("/dashboard"))!.url
    );
    assert.ok(!stored.includes("private-search-words"), stored);
    await place.kill();
    await page.reload();
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await page.locator('.connection[data-state="reconnecting"]').waitFor({ state: "attached" });
    await place.restart({ token: OPERATOR });
    await isLive(page);
  },
);

dashboardTest(
  "the page's policy allows the one worker and no other script: no worker of a blob, no other policy, no plain URL",
  async (browser) => {
    browser.expect(/Content Security Policy|TrustedScriptURL|Trusted ?Type/);
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard`);
    await isLive(page);
    // Once the worker is ready, the policy of the page exists.
    await page.evaluate(async () => void await navigator.serviceWorker.ready);
    const refused = await page.evaluate(async () => {
      const failed = async (work: () => unknown) => {
        try {
          await work();
          return null;
        } catch (cause) {
          return (cause as Error).name;
        }
      };
      const trusted = (globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      })
        .trustedTypes;
      return {
        plain: await failed(() => navigator.serviceWorker.register("/assets/favicon.svg")),
        blob: await failed(() => new Worker(URL.createObjectURL(new Blob(["1"])))),
        policy: await failed(() => trusted.createPolicy("mine", { createScriptURL: (text: string) => text })),
        again: await failed(() =>
          trusted.createPolicy("service-worker", { createScriptURL: (text: string) => text })
        ),
      };
    });
    assert.deepEqual(refused, {
      plain: "TypeError",
      blob: "TypeError",
      policy: "TypeError",
      again: "TypeError",
    });
    const registered = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map((
        { scope, active, installing },
      ) => [new URL(scope).pathname, new URL((active ?? installing)!.scriptURL).pathname])
    );
    assert.deepEqual(
      registered,
      [["/dashboard", "/dashboard/worker.js"]],
      "the control: the one that is allowed is there",
    );
  },
);
