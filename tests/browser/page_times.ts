/// <reference lib="dom" />
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import { TestBrowser } from "./browser.ts";
import { fill } from "./browser_world.ts";
import type { Place } from "./place.ts";
import { VIEWS } from "./views.ts";

const [RUNS, TASKS, WORKFLOWS] = [300, 40, 50];

/** How often each page is opened after its first time, which also loads its code. */
const TIMES = 5;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Adds runs, tasks and workflows to what `fill` made. */
async function grow(place: Place): Promise<void> {
  for (let n = 0; n < RUNS; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => place.run({ request: `create f${n + i}.md with "x"` })),
    );
  }
  for (let n = 0; n < TASKS; n++) {
    await place.call("POST /planner/tasks", { body: { title: `Task ${n}`, priority: 1 + n % 4 } });
  }
  const source = TEMPLATE_SOURCES["plan-approve-implement"]!;
  for (let n = 0; n < WORKFLOWS; n++) {
    await place.call("POST /saved-workflows", {
      body: { source: source.replace(/^name: .*$/m, `name: Plan ${n}`) },
    });
  }
}

/** `deno task page-times [words]`: how long each page takes from a click to its content, at the size of a busy year. */
async function measurePages(words: readonly string[]): Promise<void> {
  await using browser = await TestBrowser.open();
  const place = await browser.place({ process: true });
  const world = await fill(place);
  await grow(place);
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  const go = (path: string, shows: string, leaves: string | null = null) =>
    page.evaluate(async ({ path, shows, leaves }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
      const isShown = () => document.querySelector<HTMLElement>(shows)?.checkVisibility();
      while (!isShown() || (leaves && document.querySelector(leaves))) await frame();
      const end = performance.now();
      const requests = performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= start);
      performance.clearResourceTimings();
      const slowest = requests.toSorted((a, b) => b.duration - a.duration)[0];
      const request = slowest && `${new URL(slowest.name).pathname} ${slowest.duration.toFixed(0)} ms`;
      return { time: end - start, request: request ?? "none" };
    }, { path, shows, leaves });
  await page.goto(`${place.url}/dashboard`);
  await page.locator("#needs-me").waitFor();
  for (const { name, path, shows, prepare } of VIEWS) {
    if (prepare || name === "no-page" || !words.every((word) => name.includes(word))) continue;
    const times: number[] = [];
    let slowest = "";
    const address = path(world);
    const [from, fromShows] = address === "/dashboard"
      ? ["/dashboard/docs", "body"]
      : ["/dashboard", "#needs-me"];
    for (let n = 0; n <= TIMES; n++) {
      await go(from, fromShows);
      await page.waitForTimeout(100);
      const { time, request } = await go(address, shows, fromShows === "body" ? null : fromShows);
      times.push(time);
      slowest = request;
    }
    const [first, ...others] = times as [number, ...number[]];
    const [usual, once] = [median(others), first].map((time) => `${time.toFixed(0).padStart(5)} ms`);
    say(`${name.padEnd(20)} ${usual}   first ${once}   slowest request ${slowest}`);
  }
}

const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));

if (import.meta.main) await measurePages(Deno.args);
