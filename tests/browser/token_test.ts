import assert from "node:assert/strict";
import { OPERATOR } from "../tokens.ts";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "token mode: the page asks for the token, stores it, removes it from the address, and a reload works",
  async (browser) => {
    browser.expect(/401 \(Unauthorized\)/);
    const place = await browser.place({ token: OPERATOR });
    const page = await browser.page();
    const first = await page.goto(`${place.url}/dashboard/runs?view=board`);
    assert.equal(first!.status(), 401);
    await page.getByText(/in the file token of the storage directory/).waitFor();
    await page.getByLabel("Operator token").fill("someone-else");
    await page.keyboard.press("Enter");
    await page.getByText("That is not this service's operator token").waitFor();
    await page.goto(`${place.url}/dashboard/runs?view=board`);
    await page.getByLabel("Operator token").fill(OPERATOR);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
    await isLive(page);
    assert.equal(
      page.url(),
      `${place.url}/dashboard/runs?view=board`,
      "the token is not in the address, which is the requested page",
    );
    assert.equal(await page.evaluate(() => localStorage.getItem("agent-harness.token")), OPERATOR);

    const [cookie] = await page.context().cookies();
    assert.ok(cookie && cookie.httpOnly && cookie.sameSite === "Strict");
    assert.doesNotMatch(cookie.value, new RegExp(OPERATOR), "the cookie does not hold the token");
    await page.reload();
    await isLive(page);
    const alone = await page.evaluate(async () => (await fetch("/runs")).status);
    assert.equal(alone, 401, "the cookie opens the shell, never the API");
  },
);

dashboardTest(
  "token mode: a link with the token opens the dashboard; with a rotated one, the page asks for it again",
  async (browser) => {
    browser.expect(/401 \(Unauthorized\)/);
    browser.expectKill();
    const place = await browser.place({ token: OPERATOR, process: true });
    const page = await browser.page();
    await page.goto(`${place.url}/?token=${OPERATOR}`);
    await isLive(page);
    assert.equal(page.url(), `${place.url}/dashboard`);
    await place.kill();
    await place.restart({ token: "another-token" });
    const field = page.getByLabel("Operator token");
    await field.waitFor();
    await page.getByText(/in the file token of the storage directory/).waitFor();
    await page.getByText("Signed out").waitFor();
    const [side, state] = await Promise.all(
      [".side", ".connection"].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(state!.x + state!.width <= side!.x + side!.width, "its state is not wider than the sidebar");
    await field.fill("another-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await isLive(page);
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
  },
);
