import assert from "node:assert/strict";
import { join } from "node:path";
import { VERIFIER_ARGUMENT } from "../../services/operations/system/verification/process.ts";
import { programFile } from "../programs.ts";
import { Harness, harness } from "../harness.ts";
import { assertRefusal } from "../routes/sentence.ts";
import { temporaryDirectory } from "../temporary.ts";
import { Verifiers } from "./verifiers.ts";

const STATE = "verifications.json";

/** Waits for a verification as the foreground request does, and returns it. */
async function ended(h: Harness, id: string) {
  await h.operator("POST /control-plane/restore-verification").catch(() => {});
  return await h.operator("GET /control-plane/restore-verifications/:id", { params: { id } });
}

const start = (h: Harness, body: object = {}) => h.json("POST", "/control-plane/restore-verifications", body);

Deno.test("a verification in the background answers at once, is joined, and keeps its report, also over a restart", async () => {
  const h = await harness();
  await using other = await harness();
  using held = new Verifiers({ held: true });
  const first = await start(h);
  assert.deepEqual([first.status, first.body.status, first.body.progress.percent], [201, "running", 0]);
  const again = await start(h);
  assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
  const another = await start(h, { directory: other.directory });
  assert.equal(another.status, 400);
  assert.ok(another.body.error.includes(first.body.id), another.body.error);
  held.letGo();
  const found = await ended(h, first.body.id);
  assert.deepEqual([found.status, found.report?.ok, found.progress.percent], ["completed", true, 100]);
  assert.equal(found.directory, h.directory);
  await h.close();
  await using reopened = await Harness.open({}, h.directory);
  assert.deepEqual(
    await reopened.operator("GET /control-plane/restore-verifications"),
    { items: [found], counts: { completed: 1 } },
  );
});

Deno.test("a verification that is cancelled has stopped, left nothing, and lets the next one start", async () => {
  await using h = await harness();
  {
    using held = new Verifiers({ held: true });
    const { body: { id } } = await start(h);
    const waiting = h.send("/control-plane/restore-verification", { method: "POST" });
    const cancelled = await h.operator("POST /control-plane/restore-verifications/:id/cancel", {
      params: { id },
    });
    assert.deepEqual([cancelled.status, cancelled.report], ["cancelled", undefined]);
    await assertRefusal(await waiting, [500], "joined");
    assert.deepEqual([held.started.length, held.running, held.scratch.length], [1, 0, 1]);
    assert.throws(() => Deno.statSync(held.scratch[0]!), Deno.errors.NotFound);
  }
  const { body: next } = await start(h);
  const found = await ended(h, next.id);
  assert.equal(found.status, "completed");
  const late = await h.operator("POST /control-plane/restore-verifications/:id/cancel", {
    params: { id: next.id },
  });
  assert.deepEqual(late, found);
  await assertRefusal(await h.send("/control-plane/restore-verifications/verification_none"), [404], "none");
});

Deno.test("a verification whose process is killed has failed, says why, and left nothing", async () => {
  await using h = await harness();
  using verifiers = new Verifiers({ held: true });
  const { body: { id } } = await start(h);
  const waiting = h.send("/control-plane/restore-verification", { method: "POST" });
  verifiers.started[0]!.kill("SIGKILL");
  await assertRefusal(await waiting, [500], "joined");
  const found = await h.operator("GET /control-plane/restore-verifications/:id", { params: { id } });
  assert.deepEqual([found.status, found.report], ["failed", undefined]);
  assert.equal(found.statusDetail, "The verification failed: its process was ended by SIGKILL.");
  assert.throws(() => Deno.statSync(verifiers.scratch[0]!), Deno.errors.NotFound);
});

Deno.test("a verification that a stop cut short is interrupted at the next start, and its file may be anything", async () => {
  const h = await harness();
  using held = new Verifiers({ held: true });
  const { body: { id } } = await start(h);
  await h.close();
  assert.equal(held.running, 0);
  assert.throws(() => Deno.statSync(held.scratch[0]!), Deno.errors.NotFound);
  const reopened = await Harness.open({}, h.directory);
  const found = await reopened.operator("GET /control-plane/restore-verifications/:id", { params: { id } });
  assert.deepEqual([found.status, found.report], ["interrupted", undefined]);
  assert.match(found.statusDetail ?? "", /nothing is known of its result/);
  assert.equal(JSON.parse(Deno.readTextFileSync(join(reopened.directory, STATE)))[0].status, "interrupted");
  Deno.writeTextFileSync(join(reopened.directory, STATE), "[{");
  await reopened.close();
  await using third = await Harness.open({}, h.directory);
  assert.deepEqual(await third.operator("GET /control-plane/restore-verifications"), {
    items: [],
    counts: {},
  });
});

/** Starts the process that verifies as the service does, or as a compiled program becomes it. */
function startProcess(...program: string[]): Deno.ChildProcess {
  const [file, ...rest] = program;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--quiet", "--cached-only", programFile(file!), ...rest],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
}

/** Sends it the request to verify a directory. */
async function request(child: Deno.ChildProcess, directory: string, scratch: string, padding = "") {
  const input = child.stdin.getWriter();
  const line = padding + JSON.stringify({ directory, live: false, masterKey: null, scratch });
  await input.write(new TextEncoder().encode(`${line}\n`));
  return input;
}

Deno.test("a verifying process whose service is gone ends, and removes its copy", async () => {
  const [directory, scratch] = [temporaryDirectory(), temporaryDirectory()];
  // Nobody writes to it: without the end of stdin, the process would wait for ever.
  assert.ok((await new Deno.Command("mkfifo", { args: [join(directory, "harness.db")] }).output()).success);
  const child = startProcess("services/operations/system/verification/verifier_process.ts");
  await (await request(child, directory, scratch)).close();
  assert.equal((await child.output()).code, 1);
  assert.throws(() => Deno.statSync(scratch), Deno.errors.NotFound);
});

Deno.test("a signal to the service and all its processes leaves it to the service to end the verification", async () => {
  const [directory, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const database = join(directory, "harness.db");
  assert.ok((await new Deno.Command("mkfifo", { args: [database] }).output()).success);
  const child = startProcess("services/operations/system/verification/verifier_process.ts");
  // It has read the rest of what is more than a pipe holds, so it expects signals. It cannot end before the pipe is opened.
  const input = await request(child, directory, scratch, " ".repeat(256 * 1024));
  for (const signal of ["SIGTERM", "SIGINT"] as const) child.kill(signal);
  using _opened = await Deno.open(database, { read: true, write: true }); // waits for nobody
  const { code, stdout } = await child.output();
  await input.close().catch(() => {}); // it has ended
  assert.equal(code, 0);
  assert.match(new TextDecoder().decode(stdout), /^\{"findings":/m);
});

Deno.test("a compiled program becomes the process that verifies", async () => {
  const [directory, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const child = startProcess("packaging/entry.ts", VERIFIER_ARGUMENT);
  const input = await request(child, directory, scratch);
  const { code, stdout } = await child.output();
  await input.close().catch(() => {}); // it has ended
  assert.equal(code, 0);
  const { findings } = JSON.parse(new TextDecoder().decode(stdout));
  assert.deepEqual([findings.head, findings.checks.length, findings.checks[0].name], [null, 1, "files"]);
});
