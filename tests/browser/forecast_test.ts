import type { Page } from "playwright-core";
import { browserTest } from "./chromium.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED } from "../git.ts";
import { SANDBOX } from "../sandbox.ts";
import { pendingId, reviewPath, ReviewSite } from "./review_site.ts";

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
    await conflicting.getByText(/^2 of 2 open results of .* conflict\. Apply this first: #1 .*zwei/)
      .waitFor();
    if (SHOTS) await shoot(page, "home");
    await page.goto(`${site.service.url}/dashboard/approvals`);
    await conflicting.getByRole("link", { name: /zwei/ }).waitFor();
    if (SHOTS) await shoot(page, "queue");
    await page.getByText("conflicts with 1 other, apply this first").waitFor();
    await page.goto(site.service.url + reviewPath(first));
    const others = page.getByRole("status", { name: "Other results" });
    await others.getByRole("heading", { name: "Apply this first." }).waitFor();
    await others.getByText("a.txt line 2").waitFor();
    await others.getByRole("link", { name: /^#2 .*deux/ }).click();
    await page.waitForURL((url) => url.pathname === reviewPath(then));
    await others.getByRole("heading", { name: /zwei.* first\. This one then has to be reworked\./ })
      .waitFor();
    const repo = encodeURIComponent(repository.root);
    await page.goto(`${site.service.url}/dashboard/runs?new=1&repo=${repo}`);
    await page.getByLabel("Request").fill('replace "one" with "eins" in a.txt');
    const open = page.getByRole("status", { name: "Open results" });
    await open.getByText(/^An open result changes a\.txt: #1 .*zwei.*\. This run starts without it\.$/)
      .waitFor();
    if (SHOTS) await shoot(page, "request");
    await page.getByLabel("Request").fill('create b.txt with "b"');
    await open.getByText("An open result").first().waitFor({ state: "detached" });
    await site.atPeace();
  },
);

/** Approves the result of a run, and resolves once it is applied. */
async function approve(site: ReviewSite, run: RunDetails): Promise<void> {
  await site.operator("POST /approvals/:id/approve", { params: { id: pendingId(run) }, body: REVIEWED });
  await site.settled(run.id);
}

/** It passes with each of the two results, and fails with both. */
const VERIFIER = "! (grep -q one a.txt && grep -q two b.txt && echo 'FAIL both.words')";

browserTest(
  "two results that pass alone and fail together: Home, the queue and both reviews say so, and after an apply so does the other",
  async () => {
    if (SANDBOX === null) return;
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "a\n", "b.txt": "b\n" });
    const first = await site.run(repository, 'replace "a" with "one" in a.txt', { verifier: VERIFIER });
    const then = await site.run(repository, 'replace "b" with "two" in b.txt', { verifier: VERIFIER });
    const page = await site.page("/dashboard");
    const failing = page.getByRole("status", { name: "Conflicting results" });
    await failing.getByText(/one.* and .*two.* pass alone and fail together\. Apply this first: .*one/)
      .waitFor();
    if (SHOTS) await shoot(page, "home-failing");
    await page.goto(`${site.service.url}/dashboard/approvals`);
    await page.getByText("fails together with 1 other, apply this first").waitFor();
    if (SHOTS) await shoot(page, "queue-failing");
    await page.goto(site.service.url + reviewPath(first));
    const others = page.getByRole("status", { name: "Other results" });
    await others.getByRole("heading", { name: "Apply this first." }).waitFor();
    await others.getByText(/Passes alone, and fails together with .*two.*: both\.words\./).waitFor();
    await others.getByText("Output of the verifier").click();
    await others.getByRole("region", { name: "Output of the verifier" }).getByText("FAIL both.words")
      .waitFor();
    if (SHOTS) await shoot(page, "review-failing");
    await page.goto(site.service.url + reviewPath(then));
    await others.getByRole("heading", { name: /one.* first\. This one then has to be reworked\./ }).waitFor();
    await approve(site, first);
    await others.getByText("Rebased onto the current files, it fails: both.words.").waitFor();
    if (SHOTS) await shoot(page, "review-failed");
    await site.atPeace();
  },
);

browserTest(
  "a result that passes on the current files is offered beside its checkpoint, and the button takes it over",
  async () => {
    if (SANDBOX === null) return;
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "a\n", "b.txt": "b\n" });
    const first = await site.run(repository, 'replace "a" with "one" in a.txt', { verifier: "true" });
    const then = await site.run(repository, 'replace "b" with "two" in b.txt', { verifier: "true" });
    await approve(site, first);
    const page = await site.page(reviewPath(then));
    const others = page.getByRole("status", { name: "Other results" });
    await others.getByText(/verified: passed\. Commit what was applied/).waitFor();
    repository.commit({});
    await page.reload();
    await others.getByText("Rebased onto the current files and verified: passed.", { exact: true }).waitFor();
    if (SHOTS) await shoot(page, "review-passed");
    await others.getByRole("button", { name: "Rebase onto the current files" }).click();
    await page.waitForURL((url) => url.pathname !== reviewPath(then));
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByText(/passed with exactly these files at .*, before the rebase/).first().waitFor();
    if (SHOTS) await shoot(page, "review-rebased");
    await site.atPeace();
  },
);
