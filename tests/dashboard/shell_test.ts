import assert from "node:assert/strict";
import { AGENT, harness, OPERATOR } from "../harness.ts";

const PAGES = ["/", "/dashboard", "/dashboard/runs", "/dashboard/runs/run_x", "/dashboard/any/thing/below"];
const FILES = [
  "/dashboard/app.js",
  "/dashboard/worker.js",
  "/assets/manifest.webmanifest",
  "/dashboard/styles.css",
  "/assets/favicon.svg",
];
const BROWSER = {
  accept: "text/html,*/*",
  "sec-fetch-site": "none",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

/** Returns the cookie of a response, as a browser would send it. */
const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";")[0] ?? "";

Deno.test("GET / and every GET below /dashboard: the same page, with a policy that runs only its own scripts", async () => {
  await using h = await harness({ operatorToken: null, agentToken: null });
  for (const path of PAGES) {
    const response = await h.send(path, {}, null);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get("content-type")!, /^text\/html/);
    const policy = response.headers.get("content-security-policy")!;
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.match(await response.text(), /<script type="module" src="\/dashboard\/app\.js">/);
  }
});

Deno.test("the files of the dashboard: their types and cache headers", async () => {
  await using h = await harness({ operatorToken: null, agentToken: null });
  const app = await h.send("/dashboard/app.js", {}, null);
  assert.equal(app.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(app.headers.get("cache-control"), "no-cache");
  const etag = app.headers.get("etag")!;
  const script = await app.text();
  const again = await h.send("/dashboard/app.js", { headers: { "if-none-match": etag } }, null);
  assert.deepEqual([again.status, await again.text()], [304, ""]);

  const parts = [...script.matchAll(/"\/assets\/([^"]+\.js)"/g)].map((match) => match[1]!);
  assert.ok(parts.length > 2, "the pages are bundles of their own");
  for (const part of parts) {
    const response = await h.send(`/assets/${part}`, {}, null);
    assert.equal(response.status, 200, part);
    assert.match(response.headers.get("cache-control")!, /immutable/);
    assert.doesNotMatch(
      await response.text(),
      /from"\.\.?\/(?!chunk-)/,
      "a part loads parts alone, which lie beside it",
    );
  }
  const styles = await h.send("/dashboard/styles.css", {}, null);
  assert.equal(styles.headers.get("content-type"), "text/css; charset=utf-8");
  assert.match(await styles.text(), /^:root\{color-scheme:/, "the tokens come first");
});

Deno.test("GET /assets/:name: serves only built files, whatever the name is", async () => {
  await using h = await harness({ operatorToken: null, agentToken: null });
  for (
    const name of ["nothing.js", "%2e%2e%2fdeno.json", "..%2f..%2fmain.ts", "%00", "constructor", "__proto__"]
  ) {
    const { status, body } = await h.json("GET", `/assets/${name}`, undefined, null as never);
    assert.equal(status, 404, name);
    assert.match(body.error, /^There is no file of the dashboard/);
  }
});

Deno.test("each page of the dashboard, with everything that it loads at first, is below 200 KiB compressed", async () => {
  await using h = await harness();
  const file = async (name: string) => (await h.service.dashboard.file(name))!.bytes;
  const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name!);
  /** Returns the files that a script loads at once, including itself. */
  const closure = async (name: string, known = new Set<string>()): Promise<Set<string>> => {
    if (known.has(name)) return known;
    known.add(name);
    const text = new TextDecoder().decode(await file(name));
    const parts = named(text, /(?:from|import)\s?"(?:\/assets|\.)\/([^"]+\.js)"/g);
    for (const part of parts) await closure(part, known);
    return known;
  };
  const sizes = new Map<string, number>();
  const sizeOf = async (names: Iterable<string>) => {
    let bytes = 0;
    for (const name of names) {
      if (!sizes.has(name)) {
        const packed = new Blob([await file(name)]).stream().pipeThrough(new CompressionStream("gzip"));
        sizes.set(name, (await new Response(packed).bytes()).length);
      }
      bytes += sizes.get(name)!;
    }
    return bytes;
  };
  const shell = await closure("app.js");
  const pages = named(
    new TextDecoder().decode(await file("app.js")),
    /import\("(?:\/assets|\.)\/([^"]+\.js)"\)/g,
  );
  assert.ok(pages.length > 4, pages.join());
  for (const page of pages) {
    const bytes = await sizeOf(new Set(["styles.css", ...shell, ...await closure(page)]));
    assert.ok(bytes < 200 * 1024, `${page}: ${bytes} bytes`);
  }
});

Deno.test("token mode: the token in the query of / sets a cookie, which opens the shell and its files but not the API", async () => {
  await using h = await harness();
  const entered = await h.send(`/?token=${OPERATOR}`, { headers: BROWSER }, null);
  assert.equal(entered.status, 200);
  assert.match(entered.headers.get("set-cookie")!, /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const cookie = cookieOf(entered);
  assert.ok(!cookie.includes(OPERATOR));
  for (const path of [...PAGES, ...FILES]) {
    const response = await h.send(path, { headers: { cookie } }, null);
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
  }
  for (const path of ["/runs", "/events", "/history", "/control-plane/status", "/shell/git-status?path=/"]) {
    assert.equal((await h.send(path, { headers: { cookie } }, null)).status, 401, path);
  }
  const post = { method: "POST", headers: { cookie, "content-type": "application/json" }, body: "{}" };
  for (
    const path of ["/shell/sample", "/shell/select-directory", "/runs/archive", "/dashboard/calendar/events"]
  ) {
    assert.equal((await h.send(path, post, null)).status, 401, path);
  }
});

Deno.test("token mode: without the cookie, with an invalid one, or with the agent's token, the shell is not served", async () => {
  await using h = await harness();
  const [name] = cookieOf(await h.send(`/?token=${OPERATOR}`, {}, null)).split("=");
  const cookies = ["", `${name}=`, `${name}=${"0".repeat(64)}`, `${name}=${OPERATOR}`, `other=${OPERATOR}`];
  for (const path of [...PAGES, ...FILES]) {
    for (const cookie of cookies) {
      const response = await h.send(path, { headers: { cookie } }, null);
      assert.equal(response.status, 401, `${path} with ${cookie}`);
      assert.match((await response.json()).error, /^A token is required/);
    }
    assert.equal((await h.send(path, {}, AGENT)).status, 403, path);
  }
  for (const token of [AGENT, "wrong", ""]) {
    const response = await h.send(`/?token=${token}`, {}, null);
    assert.ok(response.status === 401 || response.status === 403, token);
    assert.equal(response.headers.get("set-cookie"), null);
  }
  assert.equal(
    (await h.send(`/dashboard/app.js?token=${OPERATOR}`, {}, null)).status,
    401,
    "only / takes it",
  );
});

Deno.test("token mode: a browser without the cookie gets a page without scripts that asks for the token, and is redirected afterwards", async () => {
  await using h = await harness();
  const response = await h.send('/dashboard/runs/"><script>?q="<', { headers: BROWSER }, null);
  assert.equal(response.status, 401);
  assert.doesNotMatch(response.headers.get("content-security-policy")!, /script-src/);
  const page = await response.text();
  assert.match(
    page,
    /name="next" value="\/dashboard\/runs\/%22%3E%3Cscript%3E\?q=&quot;%3C|name="next" value="\/dashboard\/runs\/%22%3E%3Cscript%3E\?q=%22%3C"/,
  );
  assert.doesNotMatch(page, /<script/);
  const refused = await h.send("/?token=wrong", { headers: BROWSER }, null);
  assert.match(await refused.text(), /That is not this service's operator token/);
});

Deno.test("token mode: a link from another site, which sends no strict cookie, is reloaded from this one", async () => {
  await using h = await harness();
  const headers = { ...BROWSER, "sec-fetch-site": "cross-site" };
  const response = await h.send("/dashboard/runs", { headers }, null);
  assert.equal(response.status, 401);
  assert.match(await response.text(), /http-equiv="refresh" content="0"/);
  const again = await h.send(
    "/dashboard/runs",
    { headers: { ...BROWSER, "sec-fetch-site": "same-origin" } },
    null,
  );
  assert.doesNotMatch(await again.text(), /http-equiv="refresh"/);
});
