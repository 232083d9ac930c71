import { SharedDirectory } from "../shared_directory.ts";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "Run: the output of a command appears in the transcript while it runs, as text, and stays when it has ended",
  async (browser) => {
    const place = await browser.place();
    using shared = new SharedDirectory(place.storage);
    const words = "<img src=x onerror=alert(1)> still here";
    const id = await place.ask({
      request: `run until test -e ${
        shared.path("go")
      }; do echo '${words}'; sleep 0.05; done; echo made > made.txt`,
      verifier: {
        command: `until test -e ${shared.path("checked")}; do echo 'still checking'; sleep 0.05; done`,
      },
    });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/runs/${id}?tab=tasks`);
    await isLive(page);
    const transcript = page.getByRole("list", { name: "Transcript of the task" });
    // The request has the same words: only what the command printed shows that it has begun.
    const output = transcript.getByRole("region", { name: /^Output of/ });
    await output.getByText(words).first().waitFor();
    Deno.writeTextFileSync(shared.path("go"), "");
    await transcript.getByRole("img", { name: "done" }).waitFor();
    await transcript.getByRole("button", { name: /^done run/ }).click();
    await output.getByText(words).first().waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    const live = page.getByRole("log", { name: "In progress" });
    await live.getByText("still checking").first().waitFor();
    Deno.writeTextFileSync(shared.path("checked"), "");
    await page.getByText("Your decision is needed.").waitFor();
    await live.waitFor({ state: "detached" });
  },
);
