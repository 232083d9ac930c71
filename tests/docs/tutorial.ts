import type { Page } from "playwright-core";
import type { Place } from "../browser/place.ts";
import { isLive } from "../browser/browser.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { ModelServer, type Script } from "../models/server/model_server.ts";
import { says } from "../models/server/reply.ts";
import { configure, onePlan, planning, providerOf, works } from "../models/workers/scenario.ts";
import { inOrder } from "../runs/fix_world.ts";

const FILES = {
  "package.json": `${JSON.stringify({ name: "clock", type: "module", scripts: { test: "node --test" } })}\n`,
  "src/time.js":
    "/** Seconds of a duration. */\nexport function seconds(text) {\n  return Number(text);\n}\n",
  "test/time.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { seconds } from "../src/time.js";

test("plain seconds", () => assert.equal(seconds("90"), 90));
test("hours and minutes", () => assert.equal(seconds("1h30m"), 5400));
`,
};

const PARSE = `  const [, hours = 0, minutes = 0] = /^(?:(\\d+)h)?(?:(\\d+)m)?$/.exec(text) ?? [];
  return hours * 3600 + minutes * 60 || Number(text);`;

const SIGN = `  if (text.startsWith("-")) throw new RangeError(\`\${text} is negative\`);`;

const edit = (path: string, find: string, replace: string) => ({
  name: "edit_file",
  input: { path, find, replace },
});

/** What the model does: first what was asked for, then what the rework asks for. */
const model: Script = planning(
  inOrder(
    works(
      edit("src/time.js", "  return Number(text);", PARSE),
      says("seconds() now reads hours and minutes, such as 1h30m. Plain numbers are read as before."),
    ),
    works(
      edit("src/time.js", "  const [, hours", `${SIGN}\n  const [, hours`),
      edit(
        "test/time.test.js",
        'test("hours',
        'test("negative", () => assert.throws(() => seconds("-5m"), RangeError));\ntest("hours',
      ),
      says("A negative duration is a RangeError now, and a test says so."),
    ),
  ),
  onePlan("Parse durations such as 1h30m"),
);

/** Goes through the tutorial with a model on this machine, and hands each page that it speaks of to `show`. */
export async function goThroughTutorial(
  place: Place,
  page: Page,
  show: (name: string) => Promise<void>,
): Promise<void> {
  await using server = ModelServer.start(model);
  using repository = TestRepository.make(FILES);
  configure(place.storage, [providerOf(server)]);
  const open = async (path: string, shown: string) => {
    await page.goto(`${place.url}/dashboard/${path}`);
    await isLive(page);
    await page.locator(shown).first().waitFor();
  };
  const { id } = await place.call("POST /coordinator/runs", {
    body: {
      request: "parse durations such as 1h30m in src/time.js",
      repoPath: repository.root,
      worker: { provider: "local" },
      verifier: { command: "npm test" },
    },
  });
  await place.settled(id);
  await open(`runs/${id}`, ".transcript");
  await show("first-agent-run");
  const patch = page.locator(".review-diff");
  const pending = async () => {
    const { approvals } = await place.call("GET /runs/:id", { params: { id } });
    return approvals.find(({ status }) => status === "pending")!.id;
  };
  const first = await pending();
  await open(`approvals/${first}`, ".diff-row");
  await patch.scrollIntoViewIfNeeded();
  await show("first-agent-review");
  await place.call("POST /approvals/:id/reject", {
    params: { id: first },
    body: {
      ...REVIEWED,
      disposition: "rework",
      reviewerNote: "Reject negative durations, and add a test for them.",
    },
  });
  await place.settled(id);
  const second = await pending();
  await open(`approvals/${second}`, ".diff-row");
  await page.getByText("Since round 1").click();
  await patch.getByText("negative", { exact: false }).first().waitFor();
  await patch.scrollIntoViewIfNeeded();
  await show("first-agent-rework");
  await place.call("POST /approvals/:id/approve", {
    params: { id: second },
    body: { ...REVIEWED, delivery: "branch" },
  });
  await place.settled(id);
  await open(`approvals/${second}`, ".decision-said");
  await show("first-agent-done");
}
