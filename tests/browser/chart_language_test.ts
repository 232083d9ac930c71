/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dashboardTest } from "./browser.ts";

const REFUSED = "en-US@posix";

dashboardTest("charts are drawn in a browser whose language Intl refuses", async (browser) => {
  const place = await browser.place();
  await place.run({ request: 'create a.txt with "x"' });
  const page = await browser.page();
  await page.addInitScript((language) => {
    Object.defineProperty(Navigator.prototype, "language", { get: () => language });
  }, REFUSED);
  await page.goto(`${place.url}/dashboard`);
  await page.locator(".chart canvas").first().waitFor();
  assert.throws(() => new Intl.NumberFormat(REFUSED), RangeError);
});

dashboardTest("no label of a chart is cut at its edge", async (browser) => {
  const place = await browser.place();
  await place.run({ request: 'create a.txt with "x"' });
  const page = await browser.page();
  await page.addInitScript(() => {
    const edges: [string, number][] = Object.assign(globalThis, { edges: [] }).edges;
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      if (this.textAlign === "right") edges.push([text, x - this.measureText(text).width]);
      draw.call(this, text, x, y);
    };
  });
  await page.route("**/trends", async (route) => {
    const response = await route.fetch();
    const trends = await response.json();
    for (const day of trends.days) day.waitedMilliseconds = 6_000_000;
    await route.fulfill({ response, json: trends });
  });
  await page.goto(`${place.url}/dashboard`);
  const drawn = () => page.evaluate(() => Reflect.get(globalThis, "edges") as [string, number][]);
  await page.waitForFunction(() => JSON.stringify(Reflect.get(globalThis, "edges")).includes(" min"));
  assert.deepEqual((await drawn()).filter(([, left]) => left < 0), []);
});
