import { join } from "node:path";
import { fromRoot } from "../checks/sources.ts";
import { ROOT } from "../kit/root.ts";
import { TestBrowser } from "./browser.ts";
import { openView, VIEWS } from "./views.ts";
import { fill } from "./browser_world.ts";

const DIRECTORY = join(ROOT, ".cache/screenshots");

const SIZES = {
  wide: { width: 1440, height: 900 },
  laptop: { width: 1280, height: 720 },
  narrow: { width: 390, height: 844 },
} as const;

/** `deno task screenshots [words]`: every page whose name has one of the words, in three sizes, light and dark. */
async function takeScreenshots(words: readonly string[]): Promise<void> {
  await Deno.mkdir(DIRECTORY, { recursive: true });
  await using browser = await TestBrowser.open();
  const wanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
  const place = await browser.place();
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      if (!wanted("first-run")) continue;
      const page = await browser.page({ viewport, colorScheme, reducedMotion: "reduce" });
      await page.goto(place.url);
      await page.locator(".first-run").waitFor();
      await page.screenshot({ path: join(DIRECTORY, `first-run-${size}-${colorScheme}.png`) });
      await page.context().close();
    }
  }
  const world = await fill(place);
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.page({ viewport, colorScheme, reducedMotion: "reduce" });
      for (const view of VIEWS.filter(({ name }) => wanted(name))) {
        await openView(page, place.url, view, world);
        await page.screenshot({
          path: join(DIRECTORY, `${view.name}-${size}-${colorScheme}.png`),
          fullPage: !view.prepare,
        });
      }
      await page.context().close();
    }
  }
  for (const fault of browser.faults) say(fault);
  say(`The screenshots are in ${fromRoot(DIRECTORY)}.`);
}

const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));

if (import.meta.main) await takeScreenshots(Deno.args);
