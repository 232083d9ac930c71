import assert from "node:assert/strict";
import { lockStorage, StorageHeldError } from "../../store/lock.ts";
import { startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { listening } from "../routes/listening.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("lockStorage: a second holder is told who holds the directory and since when; release lets it in", () => {
  const directory = temporaryDirectory();
  const first = lockStorage(directory, new Date("2026-01-02T03:04:05.678Z"));
  assert.throws(() => lockStorage(directory, new Date()), (error) => {
    assert.ok(error instanceof StorageHeldError);
    assert.match(error.message, new RegExp(`process ${Deno.pid} since 2026-01-02 03:04 UTC`));
    assert.ok(error.message.includes(directory));
    return true;
  });
  first.release();
  lockStorage(directory, new Date()).release();
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("lockStorage: another process is refused too, and gets in once this one is gone", async () => {
  const directory = temporaryDirectory();
  const held = lockStorage(directory, new Date());
  assert.match(await lockElsewhere(directory), /in use by process/);
  held.release();
  assert.equal(await lockElsewhere(directory), "held");
  lockStorage(directory, new Date()).release(); // that process has ended, and its lock with it
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("lockStorage: release frees the directory at once, also while another thread starts processes", async () => {
  const directory = temporaryDirectory();
  // A worker is not terminated in the middle of its code, so it is told when to end.
  const code = `onmessage = ({ data: ended }) => {
    postMessage("begun");
    while (Atomics.load(ended, 0) === 0) new Deno.Command("true").outputSync();
    postMessage("ended");
  };`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const answer = () => new Promise((resolve) => worker.onmessage = resolve);
  const begun = answer();
  worker.postMessage(ended);
  await begun;
  try {
    for (let i = 0; i < 500; i++) lockStorage(directory, new Date()).release();
  } finally {
    const end = answer();
    Atomics.store(ended, 0, 1);
    await end;
    worker.terminate();
    URL.revokeObjectURL(url);
  }
  Deno.removeSync(directory, { recursive: true });
});

async function lockElsewhere(directory: string): Promise<string> {
  const module = new URL("../../store/lock.ts", import.meta.url).href;
  const code = `import { lockStorage } from ${JSON.stringify(module)};
    try { lockStorage(${JSON.stringify(directory)}, new Date()); console.log("held"); }
    catch (error) { console.log(error.message); }`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    env: { NO_COLOR: "1" },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("startService: a directory in use is refused and left as it is; one whose port is taken is free again", async () => {
  await using service = await listening();
  const { storageDirectory } = service.service.config;
  const variables = (directory: string, port: number) => (name: string) =>
    ({ AGENT_HARNESS_STORAGE_DIR: directory, AGENT_HARNESS_PORT: `${port}`, AGENT_HARNESS_WORKERS: "0" })[
      name
    ];
  const parts = { log: silentLog };
  await assert.rejects(
    startService(readConfig(variables(storageDirectory, 0), null), parts),
    (error) =>
      error instanceof StorageHeldError && error.message.includes(`, which listens on ${service.url}.`),
  );
  const health = await fetch(`${service.url}/health`);
  assert.equal(health.status, 200);
  await health.body?.cancel();
  const other = temporaryDirectory();
  await assert.rejects(startService(readConfig(variables(other, service.port), null), parts));
  lockStorage(other, new Date()).release();
  await Deno.remove(other, { recursive: true });
});

Deno.test("a lock file that cannot be opened leaves the directory free", () => {
  const directory = temporaryDirectory();
  Deno.mkdirSync(`${directory}/lock`);
  assert.throws(() => lockStorage(directory, new Date()), /EISDIR|Is a directory/i);
  Deno.removeSync(`${directory}/lock`);
  lockStorage(directory, new Date()).release();
});
