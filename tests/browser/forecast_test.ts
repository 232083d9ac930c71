import { browserTest } from "./chromium.ts";
import { reviewPath, ReviewSite } from "./review_site.ts";

browserTest(
  "two results of one line: the queue says that they conflict, and each review names the other and the first to apply",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\ntwo\n" });
    const first = await site.run(repository, 'replace "two" with "zwei" in a.txt');
    const then = await site.run(repository, 'replace "two" with "deux" in a.txt');
    const page = await site.page("/dashboard/approvals");
    await page.getByText("conflicts with 1 other, apply this first").waitFor();
    await page.goto(site.service.url + reviewPath(first));
    const others = page.getByRole("status", { name: "Other results" });
    await others.getByRole("heading", { name: "Apply this first." }).waitFor();
    await others.getByText("a.txt line 2").waitFor();
    await others.getByRole("link", { name: /deux/ }).click();
    await page.waitForURL((url) => url.pathname === reviewPath(then));
    await others.getByRole("heading", { name: /zwei.* first\. This one then has to be reworked\./ })
      .waitFor();
    await site.atPeace();
  },
);
