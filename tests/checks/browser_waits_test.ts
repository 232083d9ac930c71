import assert from "node:assert/strict";
import { SOURCES } from "./sources.ts";

const ASYNC = /\.waitForFunction\(\s*async\b/;

// Playwright tests whether the result of the function is truthy, which a promise always is.
Deno.test("what a test waits for in a page is not asynchronous", () => {
  const tests = SOURCES.filter(({ path }) => path.startsWith("tests/browser/"));
  assert.ok(tests.some(({ text }) => text.includes(".waitForFunction(")));
  assert.deepEqual(tests.filter(({ text }) => ASYNC.test(text)).map(({ path }) => path), []);
  assert.match("page.waitForFunction(\n  async () => {", ASYNC);
});
