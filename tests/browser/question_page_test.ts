import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "a worker's question is a command line or a diff on its page, which the run links to, and is answered there for the run",
  async (browser) => {
    const place = await browser.place();
    const { root: repoPath } = place.repository;
    await place.call("POST /repositories/dial", { body: { repoPath, dial: "border" } });
    const page = await browser.page();
    const decision = page.getByRole("region", { name: "Decision" });
    const open = async (request: string) => {
      const id = await place.run({ request });
      await page.goto(`${place.url}/dashboard/runs/${id}`);
      await isLive(page);
      await page.getByRole("link", { name: "Answer the question" }).click();
      return id;
    };
    await open("run mkdir -p .github/workflows && echo on: push > .github/workflows/ci.yml");
    const diff = page.getByRole("region", { name: "The edit" });
    await diff.getByText("+on: push").waitFor();
    const text = await diff.textContent() ?? "";
    assert.ok(text.startsWith("diff --git ") && !text.includes(place.storage), text);
    await decision.getByRole("button", { name: "Allow once" }).waitFor();
    const id = await open("run git ls-remote .");
    const asked = page.getByRole("region", { name: "Question" });
    await asked.getByRole("region", { name: "The command" }).getByText("git ls-remote .").waitFor();
    await asked.getByText("At the top of the worktree").waitFor();
    await decision.getByRole("button", { name: /^Like git ls-remote/ }).waitFor();
    await decision.getByRole("button", { name: "This run" }).click();
    await decision.getByText("It was approved.").waitFor();
    const { approvals } = await place.call("GET /runs/:id", { params: { id } });
    assert.equal(approvals.find(({ asks }) => asks?.kind === "command")?.decision?.scope, "run");
  },
);
