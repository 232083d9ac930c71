import { SharedDirectory } from "../shared_directory.ts";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "Run: what a command writes shows while it goes on, as text, and is kept with the tool when it ends",
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
    const live = page.getByRole("log", { name: "Being written now" });
    await live.getByText(words).first().waitFor();
    Deno.writeTextFileSync(shared.path("go"), "");
    await live.getByText("still checking").first().waitFor();
    await page.getByRole("list", { name: "Output of the task" }).getByText(words).first().waitFor();
    Deno.writeTextFileSync(shared.path("checked"), "");
    await page.getByText("Your decision is needed.").waitFor();
    await live.waitFor({ state: "detached" });
  },
);
