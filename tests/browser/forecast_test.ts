import type { Page } from "playwright-core";
import { browserTest } from "./chromium.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("AGENT_HARNESS_TEST_SHOTS");

async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS}/forecast-${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

browserTest(
  "two results of one line: the queue says that they conflict, and each review names the other and the first to apply",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\ntwo\n" });
    const first = await site.run(repository, 'replace "two" with "zwei" in a.txt');
    const then = await site.run(repository, 'replace "two" with "deux" in a.txt');
    const page = await site.page("/dashboard");
    const conflicting = page.getByRole("status", { name: "Conflicting results" });
    await conflicting.getByText(/^2 of 2 open results of .* conflict\. Apply this first: .*zwei/).waitFor();
    if (SHOTS) await shoot(page, "home");
    await page.goto(`${site.service.url}/dashboard/approvals`);
    await conflicting.getByRole("link", { name: /zwei/ }).waitFor();
    if (SHOTS) await shoot(page, "queue");
    await page.getByText("conflicts with 1 other, apply this first").waitFor();
    await page.goto(site.service.url + reviewPath(first));
    const others = page.getByRole("status", { name: "Other results" });
    await others.getByRole("heading", { name: "Apply this first." }).waitFor();
    await others.getByText("a.txt line 2").waitFor();
    await others.getByRole("link", { name: /deux/ }).click();
    await page.waitForURL((url) => url.pathname === reviewPath(then));
    await others.getByRole("heading", { name: /zwei.* first\. This one then has to be reworked\./ })
      .waitFor();
    const repo = encodeURIComponent(repository.root);
    await page.goto(`${site.service.url}/dashboard/runs?new=1&repo=${repo}`);
    await page.getByLabel("Request").fill('replace "one" with "eins" in a.txt');
    const open = page.getByRole("status", { name: "Open results" });
    await open.getByText(/^An open result changes a\.txt: .*zwei.*\. This run starts without it\.$/)
      .waitFor();
    if (SHOTS) await shoot(page, "request");
    await page.getByLabel("Request").fill('create b.txt with "b"');
    await open.getByText("An open result").first().waitFor({ state: "detached" });
    await site.atPeace();
  },
);
