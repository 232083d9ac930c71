import assert from "node:assert/strict";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { dashboardTest } from "./browser.ts";

const EVENTS = 10_000;

/** Writes a store with one run that has used a tool very often. */
async function seed(storage: string): Promise<string> {
  using repository = TestRepository.make();
  const h = await Harness.open({}, storage);
  const { id } = await h.operator("POST /runs", {
    body: { request: 'create a.md with "a"', repoPath: repository.root },
  });
  const context = { actor: "coordinator" as const, at: new Date().toISOString(), runId: id };
  const session = "task_session_many";
  await h.store.commit(() => {
    h.store.append(taskSessionStream, session, [{
      type: "task_session.planned",
      data: {
        taskId: "task_1",
        title: "Many",
        role: "worker",
        provider: "builtin",
        model: "recipe",
        instructions: "many",
        dependsOn: [],
        commands: [],
      },
    }, { type: "task_session.started", data: {} }], { ...context, taskSessionId: session });
    const tools = Array.from({ length: EVENTS }, (_, i) => ({
      type: i % 2 === 0 ? "tool.started" as const : "tool.completed" as const,
      data: { tool: "read", summary: `line ${Math.floor(i / 2)} of many` },
    }));
    h.store.append(taskSessionStream, session, tools, { ...context, taskSessionId: session });
    h.store.append(runStream, id, [{ type: "run.cancelled", data: {} }], context);
  });
  await h.close();
  return id;
}

dashboardTest(
  "Run: 10,000 events are one list that renders only the visible rows, up to the last one",
  async (browser) => {
    const storage = temporaryDirectory();
    const id = await seed(storage);
    const place = await browser.place({ workers: 0 }, storage);
    const page = await browser.page();
    for (const view of ["compact", "json", "waterfall"]) {
      await page.goto(`${place.url}/dashboard/runs/${id}?tab=timeline&view=${view}`);
      await page.getByText(/^10,00\d events$/).waitFor();
      const list = page.locator(".virtual");
      await list.locator(".virtual-row").first().waitFor();
      let most = 0;
      for (const part of [0.1, 0.5, 0.9, 1, 1]) {
        await list.evaluate((element, at) => element.scrollTo({ top: element.scrollHeight * at }), part);
        await page.evaluate(() =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        );
        most = Math.max(most, await list.locator(".virtual-row").count());
      }
      assert.ok(most > 0 && most < 120, `${view}: ${most} rows are in the page`);
      const last = list.locator(".virtual-row").last();
      const [place_, size] = await last.evaluate((
        row,
      ) => [row.getAttribute("aria-posinset"), row.getAttribute("aria-setsize")]);
      assert.equal(place_, size, `${view}: the end is reached`);
    }
    await page.goto(
      `${place.url}/dashboard/runs/${id}?tab=timeline&view=compact&events=${
        encodeURIComponent("/line 4999/")
      }`,
    );
    await page.getByText("2 of 10,00").waitFor();

    // The scroll event of a removed list arrives after the removal.
    const list = await page.locator(".virtual").elementHandle();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.locator(".virtual").waitFor({ state: "detached" });
    await list!.evaluate((element) => element.dispatchEvent(new Event("scroll")));
  },
);
