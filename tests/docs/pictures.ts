import { TestBrowser } from "../browser/browser.ts";
import { Place } from "../browser/place.ts";
import { openView, VIEWS } from "../browser/views.ts";
import { fill } from "../browser/browser_world.ts";
import { pathOf } from "./pages/mod.ts";
import { goThroughTutorial } from "./tutorial.ts";

/** The pages that the README shows. */
const PICTURES = ["home", "review", "run"] as const;

/** More than this is not a small picture. */
const MAX_BYTES = 80 * 1024;

/** The sample repository lies in a temporary directory, whose name says nothing. Runs in the browser. */
function nameTheRepository(): void {
  const { document, NodeFilter } = globalThis as unknown as BrowserGlobals;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? "").replaceAll(/\S*agent-harness-test-\w+/g, "~/greeter");
  }
}

type TextNode = { nodeValue: string | null };
type BrowserGlobals = {
  document: {
    body: unknown;
    createTreeWalker: (root: unknown, show: number) => { nextNode: () => TextNode | null };
  };
  NodeFilter: { SHOW_TEXT: number };
};

/** `deno task pictures`: photographs the pages of the README and of the tutorial, small enough to be committed. */
async function takePictures(): Promise<void> {
  await using browser = await TestBrowser.open();
  await using place = await Place.open();
  const world = await fill(place);
  const page = await browser.page({
    viewport: { width: 1440, height: 810 },
    deviceScaleFactor: 0.53,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const show = async (name: string) => {
    await page.evaluate(nameTheRepository);
    const picture = await page.screenshot();
    if (picture.length > MAX_BYTES) {
      throw new Error(`The picture of ${name} has ${picture.length} bytes; ${MAX_BYTES} are allowed.`);
    }
    await Deno.writeFile(pathOf(`docs/pictures/${name}.png`), picture);
  };
  for (const view of VIEWS.filter(({ name }) => (PICTURES as readonly string[]).includes(name))) {
    await openView(page, place.url, view, world);
    await show(view.name);
  }
  await using ours = await Place.open();
  await goThroughTutorial(ours, page, show);
}

if (import.meta.main) await takePictures();
