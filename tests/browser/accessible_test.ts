/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violationsOf } from "./axe.ts";
import { dashboardTest, isLive } from "./browser.ts";
import { openView, unseenPages, VIEWS } from "./views.ts";
import { fill } from "./browser_world.ts";

/** Views that the tests of their own domain check, in more states and widths. */
const LOOKED_AT_ELSEWHERE = [
  ...["approvals", "review"], // review_page_test
  ...["conversations", "conversation-check"], // conversations_test
  "inbox-picked", // inbox_test
];

/** Pages that the tests of the same name check. */
const PAGES_ELSEWHERE = ["memory", "context", "models", "connections", "secrets", "system", "workflows"];

const isElsewhere = (name: string): boolean =>
  LOOKED_AT_ELSEWHERE.includes(name) || PAGES_ELSEWHERE.includes(name.split("-")[0]!);

/** Returns the controls that Tab does not reach, or that do not show the focus. */
const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector = "a[href], button, input, select, textarea, [role=tab], [tabindex='0']";
    const scope = document.querySelector("dialog[open]") ?? document;
    // Arrow keys move between tabs, and shortcuts between the lines of a patch.
    const controls = [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility() && !element.matches(":disabled, [role=tab][tabindex='-1'], .remark-button")
    );
    return controls.flatMap((element) => {
      element.focus({ focusVisible: true } as FocusOptions);
      const names = element.outerHTML.slice(0, 120);
      if (document.activeElement !== element) return [`no focus: ${names}`];
      if (element.tabIndex < 0) return [`not by Tab: ${names}`];
      const shown = [element, element.closest(".segment")].some((each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      });
      return shown ? [] : [`not seen: ${names}`];
    });
  });

Deno.test("every page of the dashboard has a view", () => {
  assert.deepEqual(unseenPages(), []);
});

dashboardTest(
  "every page, tab and dialog: axe-core finds nothing in any theme, and Tab reaches every control, which shows it",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(place.url);
    await page.locator(".first-run").waitFor();
    const found = (await violationsOf(page)).map((violation) => `first-run ${violation}`);
    const world = await fill(place);
    for (const view of VIEWS) {
      await openView(page, place.url, view, world);
      const wrong = isElsewhere(view.name) ? [] : await violationsOf(page);
      if (!view.prepare) wrong.push(...await unreachable(page));
      found.push(...wrong.map((each) => `${view.name} ${each}`));
    }
    assert.deepEqual(found, []);
  },
);

dashboardTest("what is planted is found: each in the theme that shows it", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  await page.goto(place.url);
  await isLive(page);
  assert.deepEqual([...await violationsOf(page), ...await unreachable(page)], []);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const sentence = "font-size: 14px; color: #000; background: #fff";
    sheet.insertRule(`.planted { ${sentence} }`);
    sheet.insertRule(".planted.in-light { background: light-dark(#222, #fff) }", 1);
    sheet.insertRule(".planted.in-dark { background: light-dark(#fff, #222) }", 2);
    sheet.insertRule(':root[data-contrast="more"] .planted.in-dark { background: #fff }', 3);
    sheet.insertRule(':root[data-contrast="more"] .planted.in-more { background: #222 }', 4);
    sheet.insertRule(".planted.unseen:focus { outline: none; box-shadow: none }", 5);
    document.adoptedStyleSheets.push(sheet);
    const add = (name: "p" | "button", names: string) => {
      const element = document.createElement(name);
      element.className = `planted ${names}`;
      if (name === "p") element.textContent = "A sentence.";
      document.querySelector("main")!.append(element);
    };
    for (const where of ["in-light", "in-dark", "in-more"]) add("p", where);
    add("button", "unseen");
  });
  assert.deepEqual(await violationsOf(page, { narrow: true }), [
    'light button-name: <button class="planted unseen"></button>',
    'light color-contrast: <p class="planted in-light">A sentence.</p>',
    'dark color-contrast: <p class="planted in-dark">A sentence.</p>',
    'high contrast color-contrast: <p class="planted in-more">A sentence.</p>',
    'narrow light button-name: <button class="planted unseen"></button>',
    'narrow light color-contrast: <p class="planted in-light">A sentence.</p>',
  ]);
  assert.deepEqual(await unreachable(page), ['not seen: <button class="planted unseen"></button>']);
});
