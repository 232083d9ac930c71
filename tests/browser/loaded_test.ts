import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

const MAX_BYTES = 200 * 1024;

dashboardTest(
  "Home, with everything that it loads until its charts are drawn, is below 200 KiB compressed",
  async (browser) => {
    const place = await browser.place();
    await place.run({ request: 'create a.txt with "x"' });
    const page = await browser.page();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (!/\.(?:js|css)$/.test(new URL(response.url()).pathname)) return;
      sizes.push(response.body().then(compressed));
    });
    await page.goto(`${place.url}/dashboard`);
    await isLive(page);
    await page.locator(".chart canvas").first().waitFor();
    const all = await Promise.all(sizes);
    assert.ok(all.length > 5, "the control: scripts and styles are counted");
    const sum = all.reduce((before, size) => before + size, 0);
    assert.ok(sum < MAX_BYTES, `${sum} bytes`);
  },
);

async function compressed(bytes: Uint8Array): Promise<number> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(packed).bytes()).length;
}
