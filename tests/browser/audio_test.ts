/// <reference lib="dom" />
import assert from "node:assert/strict";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startService } from "../../main.ts";
import { createClient } from "../../client/client.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { speech } from "../audio/audio_world.ts";
import { MISSING_SPEECH, POCKETSPHINX, recordingOf } from "../audio/pocketsphinx.ts";
import { testNeeding } from "../kit/skip.ts";
import { rebuildDifferences } from "../rebuild_differences.ts";
import { temporaryDirectory } from "../temporary.ts";
import { violationsOf } from "./axe.ts";
import { TestBrowser } from "./browser.ts";
import { browserTest, CHROMIUM, NO_BROWSER } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const AUDIO = "/dashboard/audio";

/** Opens a service that transcribes, and a browser whose microphone plays a recording once. */
async function site(recording: Uint8Array) {
  await using all = new AsyncDisposableStack();
  const directory = temporaryDirectory();
  all.defer(() => Deno.remove(directory, { recursive: true }));
  const heard = join(temporaryDirectory(), "heard.wav");
  all.defer(() => Deno.remove(join(heard, ".."), { recursive: true }));
  await Deno.writeFile(heard, recording);
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: directory,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
    AGENT_HARNESS_VALIDATE_CONTRACTS: "1",
    AGENT_HARNESS_TRANSCRIBE_COMMAND: JSON.stringify(POCKETSPHINX),
  };
  const running = await startService(readConfig((name) => settings[name], null), {
    log: silentLog,
    otherAccounts: [],
  });
  all.defer(() => running.stop());
  const engine = await chromium.launch({
    executablePath: CHROMIUM!,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${heard}%noloop`,
    ],
  });
  all.defer(() => engine.close());
  const browser = all.use(new TestBrowser(engine));
  browser.origins.add(running.url);
  const kept = all.move();
  return {
    running,
    browser,
    operator: createClient((path, init) => fetch(running.url + path, init)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

testNeeding(NO_BROWSER ?? MISSING_SPEECH, {
  name:
    "a microphone is recorded by one key, stored in parts, transcribed exactly, and played again by a click",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using one = await site(await recordingOf("goforward"));
    const page = await one.browser.page();
    await page.goto(one.running.url + AUDIO);
    await page.getByRole("heading", { name: "No audio sessions yet" }).waitFor();
    const button = page.getByRole("button", { name: "Record", exact: true });
    assert.equal(await button.isDisabled(), true, "consent is missing");
    await page.getByLabel("Everyone in the recording has agreed").check();
    await page.locator("h1").click();
    await page.keyboard.press("r");
    await page.getByText(/^Recording for/).waitFor();
    // The file has 2.8 s, after which there is only silence.
    await page.waitForFunction(() => Number(document.querySelector("meter")?.value) > 0.3);
    await page.waitForFunction(
      () =>
        (globalThis as unknown as { quiet?: number }).quiet! > 25 ||
        void ((globalThis as unknown as { quiet: number }).quiet =
          Number(document.querySelector("meter")?.value) < 0.05
            ? ((globalThis as unknown as { quiet?: number }).quiet ?? 0) + 1
            : 0),
      undefined,
      { polling: 50 },
    );
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Transcript", exact: true }).waitFor();
    const [listed] = await one.operator("GET /audio-sessions", { query: {} });
    const session = await one.operator("GET /audio-sessions/:id", { params: { id: listed!.id } });
    const [result] = session.transcriptions;
    assert.equal(result!.text, "go forward ten meters");
    assert.equal(result!.audio!.mediaType, "audio/webm");
    assert.equal(result!.audio!.codec, "opus");
    assert.ok(result!.upload!.parts >= 3, `${result!.upload!.parts} parts`);
    assert.equal(session.source, "microphone");
    assert.equal(session.consent!.obtained, true);
    await page.getByRole("button", { name: /^Play .*: forward$/ }).click();
    await page.locator(".audio-segment.is-playing").waitFor();
    await page.locator(".audio-segment.is-playing").waitFor({ state: "detached" });
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    one.browser.assertClean();
    assert.deepEqual(rebuildDifferences(one.running.service.store), []);
  },
});

browserTest("a transcript is imported, sent by a person as speech, and erased", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(AUDIO);
  const attack = '<img src=x onerror="globalThis.attacked=1">';
  await page.getByRole("button", { name: "Import a transcript …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("A talk");
  await dialog.getByLabel("Transcript").fill(`approve the change\n${attack}`);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText(attack, { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await page.getByRole("button", { name: "Use in a conversation …" }).click();
  assert.deepEqual(await violationsOf(page), []);
  await dialog.getByLabel("Message").fill("approve the change");
  assert.deepEqual(
    await site.operator("GET /coordinator/conversations", { query: {} }),
    [],
    "nothing is sent yet",
  );
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.waitFor({ state: "detached" }); // the page behind it holds the same words
  const [conversation] = await site.operator("GET /coordinator/conversations", { query: {} });
  const [turn] = await site.operator("GET /coordinator/conversations/:id/turns", {
    params: { id: conversation!.id },
    query: {},
  });
  assert.equal(turn!.message.metadata.origin, "voice");
  await page.goto(site.service.url + AUDIO);
  await page.getByRole("searchbox", { name: "Search" }).fill("approve");
  await page.getByRole("link", { name: "A talk" }).click();
  await page.getByRole("button", { name: "End …" }).click();
  await dialog.getByRole("radio", { name: "Recordings and transcripts" }).check();
  await dialog.getByRole("button", { name: "End session" }).click();
  await dialog.waitFor({ state: "detached" }); // it holds the same words
  await page.getByText("recordings and transcripts").waitFor();
  const [session] = await site.operator("GET /audio-sessions", { query: {} });
  assert.equal(session!.excerpt, "");
  await site.atPeace();
});

browserTest("a transcript that is refused leaves one session, also when it is sent again", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(AUDIO);
  await page.getByRole("button", { name: "Import a transcript …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "JSON" }).check();
  const press = () => dialog.getByRole("button", { name: "Import", exact: true }).click();
  for (const wrong of ["not JSON", "nor this"]) {
    await dialog.getByLabel("Transcript").fill(wrong);
    const refused = page.waitForResponse((response) => response.url().endsWith("/transcriptions"));
    await press();
    await (await refused).finished();
    await dialog.getByRole("alert").waitFor();
  }
  await dialog.getByRole("radio", { name: "Text", exact: true }).check();
  await dialog.getByLabel("Transcript").fill("plain words");
  await press();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("plain words").first().waitFor();
  assert.equal((await site.operator("GET /audio-sessions", { query: {} })).length, 1);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
});

browserTest("a transcription that cannot be tried again says so as a failure, which stays", async () => {
  const settings = { AGENT_HARNESS_TRANSCRIBE_COMMAND: '["false", "{input}"]' };
  await using site = await ReviewSite.open({ settings });
  const { id } = await site.operator("POST /audio-sessions", {
    body: { kind: "transcription", consent: { obtained: true } },
  });
  const audio = { name: "a.wav", mediaType: "audio/wav", contentBase64: speech(1).toBase64() };
  await site.operator("POST /audio-sessions/:id/transcriptions", {
    params: { id },
    body: { mode: "local", audio },
  });
  const page = await site.page(`${AUDIO}?session=${id}`);
  await page.route("**/transcriptions", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".toast.tone-bad").waitFor();
  assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
});
