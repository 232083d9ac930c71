import assert from "node:assert/strict";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { configure, EDIT, planning, providerOf, works } from "../models/workers/scenario.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { dashboardTest, isLive } from "./browser.ts";

const HOSTILE = "<img src=x onerror=alert(1)> I change **the greeting**.";

dashboardTest(
  "Run: the transcript has a fixed place and height, its text stays text, and tools can be expanded to their diff",
  async (browser) => {
    const place = await browser.place();
    using shared = new SharedDirectory(place.storage);
    const command = `echo printed; until test -e ${shared.path("go")}; do sleep 0.05; done`;
    await using server = ModelServer.start(planning(works(
      uses(EDIT, HOSTILE),
      uses({ name: "run_command", input: { command } }, "Now I run it."),
      says("Done: the greeting says bye.\u202e"),
    )));
    configure(place.storage, [providerOf(server)]);
    place.repository.commit({ "a.txt": "hello\n" });
    const id = await place.ask({
      request: "Say bye.",
      worker: { provider: "local" },
      verifier: { command: "true" },
    });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs/${id}`);
    await isLive(page);
    const pane = page.getByRole("region", { name: "Transcript", exact: true });
    const list = pane.getByRole("list", { name: "Transcript of the task" });
    await list.getByText("Now I run it.").waitFor();
    await list.getByText("printed").first().waitFor();
    const steps = page.getByRole("list", { name: "Steps of the run" });
    assert.match(await steps.getByRole("listitem").nth(1).innerText(), /Work/);
    assert.equal(await steps.locator("[aria-current=step]").count(), 1);
    const live = await pane.boundingBox();
    Deno.writeTextFileSync(shared.path("go"), "");
    await list.getByText("Done: the greeting says bye.<U+202E>").waitFor();
    await page.getByText("Your decision is needed.").waitFor();
    const after = await pane.boundingBox();
    assert.equal(after!.height, live!.height, "it keeps its height");
    assert.equal(await list.locator("img[src]").count(), 0);
    await list.getByText("<img src=x onerror=alert(1)>").first().waitFor();
    await list.locator("strong", { hasText: "the greeting" }).first().waitFor();
    await list.getByRole("button", { name: /^done edit file/ }).click();
    await list.getByText("+bye").waitFor();
    await list.getByText("100 → 20").first().waitFor();
  },
);
