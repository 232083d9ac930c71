import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";
import { beginTrial, fillCalendar } from "./browser_world.ts";
import { openView, VIEWS } from "./views.ts";

const ATTACK = "<img src=x onerror=globalThis.attacked=1>\u202e<script>globalThis.attacked=1</script>";
const LINK = "javascript:globalThis.attacked=1";

/** Checks that the stored texts added nothing but text to the page. */
async function assertOnlyText(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    attacked: "attacked" in globalThis,
    elements: document.querySelectorAll("#app img, #app script, #app iframe, #app object").length,
    links:
      [...document.querySelectorAll("a[href]")].filter((link) =>
        !/^(?:\/|#|\?|blob:)/.test(link.getAttribute("href") ?? "")
      ).length,
  }));
  assert.deepEqual(found, { attacked: false, elements: 0, links: 0 }, where);
  const text = await page.locator("body").innerText();
  assert.doesNotMatch(text, /\u202e/, `${where} lets a text change its direction`);
}

/** Views that show no text of users or runs. */
const SAYS_NOTHING = /^(?:(?:runs|inbox)-none|keys|no-page|models-|system-(?:access|backup|logs)|\w+-new$)/;

dashboardTest(
  "text of a run stays text on every page: request, names, output, guidance, reasons, artifacts",
  async (browser) => {
    const place = await browser.place();
    const hostile = `create "${ATTACK.replaceAll("/", "_")}.md" with "${ATTACK} [x](${LINK})"`;
    const waiting = await place.run({
      request: `${hostile}\nrun printf '%s' '${ATTACK}'`,
      verifier: { command: `printf '%s' '${ATTACK}'` },
    });
    const failed = await place.run({
      request: hostile,
      verifier: { command: `printf '%s' '${ATTACK}'; exit 3` },
    });
    const paused = await place.run({ request: hostile });
    await place.call("POST /runs/:id/pause", { params: { id: paused } });
    const provider = await place.run({ request: `${ATTACK} ${LINK}`, worker: { provider: ATTACK } });
    const completed = await place.run({ request: hostile });
    await place.approve(completed);
    const { tasks, waitingFor } = await place.call("GET /runs/:id", { params: { id: waiting } });
    await place.call("POST /task-sessions/:id/guidance", {
      params: { id: tasks[0]!.id },
      body: { content: ATTACK },
    });
    await place.call("POST /runs/:id/coordinator-report", {
      params: { id: waiting },
      body: { reason: ATTACK },
    });
    await place.call("POST /runs/:id/research-notes", {
      params: { id: waiting },
      body: { title: ATTACK, content: ATTACK },
    });
    const cancelled = await place.run({ request: hostile });
    await place.call("POST /runs/:id/cancel", { params: { id: cancelled }, body: { reason: ATTACK } });
    const { id: conversation } = await place.call("POST /coordinator/conversations", {
      body: { title: ATTACK, activeRunId: waiting },
    });
    for (const content of [`${ATTACK} [x](${LINK})`, "status"]) {
      await place.call("POST /coordinator/conversations/:id/messages", {
        params: { id: conversation },
        body: { content },
      });
    }

    const { id: document } = await place.call("POST /projects/context", {
      body: { projectPath: place.repository.root, title: ATTACK, documentType: "notes", content: ATTACK },
    });
    await place.call("POST /memory", {
      body: { type: "fact", scope: "global", source: { kind: "user", id: ATTACK }, content: ATTACK },
    });
    await place.call("POST /secrets", {
      body: { name: "x", kind: "api-key", storageClass: "command", reference: `echo '${ATTACK}'` },
    });

    const { id: automation } = await place.call("POST /automations", {
      body: {
        name: ATTACK,
        trigger: { kind: "schedule", cron: "0 3 * * *" },
        action: { kind: "run", request: ATTACK, repoPath: place.repository.root },
      },
    });

    const contender = { worker: { provider: "builtin" } };
    const race = await place.run({ request: hostile, race: { contenders: [contender, contender] } });
    const { id: workflow } = await place.call("POST /saved-workflows", {
      body: {
        definition: {
          name: "Hostile",
          description: ATTACK,
          inputs: {
            type: "object",
            properties: { what: { type: "string", title: ATTACK, default: ATTACK } },
          },
          nodes: [{ id: "ask", kind: "approval", title: ATTACK, with: { title: ATTACK, content: ATTACK } }],
        },
        note: ATTACK,
      },
    });
    const { runId } = await place.call("POST /saved-workflows/:id/run", {
      params: { id: workflow },
      body: { repoPath: place.repository.root },
    });

    await fillCalendar(place, ATTACK);
    const world = {
      ...{ waiting, completed, failed, paused, provider, conversation, document, automation },
      ...{ approval: waitingFor!.id, workflow, workflowRun: runId! },
      trial: await beginTrial(place, ATTACK),
      race,
    };
    const page = await browser.page();
    let seen = 0;
    for (const view of VIEWS.filter(({ name }) => !SAYS_NOTHING.test(name))) {
      await openView(page, place.url, view, world);
      await assertOnlyText(page, view.name);
      seen += (await page.locator("#app").innerText()).includes("<img src=x") ? 1 : 0;
    }
    assert.ok(seen > 10, `the texts were shown on ${seen} pages only`);
    await page.goto(
      `${place.url}/dashboard/runs?q=${encodeURIComponent(ATTACK)}&status=${encodeURIComponent(ATTACK)}`,
    );
    await isLive(page);
    await assertOnlyText(page, "the address");
  },
);

dashboardTest(
  "the page's policy: no inline script runs, nothing is loaded from elsewhere, text cannot become elements",
  async (browser) => {
    browser.expect(/Content Security Policy|Trusted(?:HTML|Script)|Refused to|violates/i);
    const place = await browser.place();
    const page = await browser.page();
    const response = await page.goto(`${place.url}/dashboard`);
    const policy = response!.headers()["content-security-policy"]!;
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
    const outcome = await page.evaluate(() => {
      const script = document.createElement("script");
      let inline = "refused";
      try {
        script.textContent = "globalThis.attacked = 1";
        document.body.append(script);
        inline = "attacked" in globalThis ? "ran" : "refused";
      } catch {
        // Rejected even earlier: the text is not a trusted script.
      }
      let markup = "made";
      try {
        document.body.innerHTML = "<b>x</b>";
      } catch {
        markup = "refused";
      }
      return { inline, markup };
    });
    assert.deepEqual(outcome, { inline: "refused", markup: "refused" });
  },
);
