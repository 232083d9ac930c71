import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { settingsOf } from "../../services/operations/system/settings.ts";
import { runCli, startFixture } from "./fixture.ts";
import { writeExecutable } from "../executable.ts";

const SECRET = "a-token-that-is-never-shown";

Deno.test("store: verify, stats and rebuild, with a running service and without one", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  await fixture.waitingRun('create b.txt with "b"', root);
  const environment = { AGENT_HARNESS_STORAGE_DIR: fixture.storage };
  const [verified, counted, refused, none] = await Promise.all([
    fixture.run(["store", "verify", "--json"], { environment }),
    fixture.run(["store", "stats", "--json"], { environment }),
    fixture.run(["store", "rebuild"], { environment }),
    fixture.run(["store", "stats"]),
  ]);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.equal(JSON.parse(verified.stdout).ok, true);
  const stats = JSON.parse(counted.stdout);
  assert.ok(stats.entries > 5 && stats.artifacts.files > 0 && stats.bytes > stats.artifacts.bytes);
  assert.equal(stats.documents.find(({ id }: { id: string }) => id === "run").count, 1);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, new RegExp(`in use by process ${Deno.pid}`));
  assert.equal(none.code, 2);
  assert.match(none.stderr, /--storage/);

  // What no process holds: a copy of it, whose read models are changed by hand.
  const taken = await fixture.run(["backup", "create", "--output", fixture.directory, "--json"]);
  assert.equal(taken.code, 0, taken.stderr);
  const storage = join(fixture.directory, "restored");
  const restored = await runCli(["backup", "restore", JSON.parse(taken.stdout).path, "--to", storage]);
  assert.equal(restored.code, 0, restored.stderr);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(storage, "harness.db"));
  database.exec("delete from documents_run");
  database.close();
  const args = ["--storage", storage, "--json"];
  const broken = await runCli(["store", "verify", ...args]);
  assert.equal(broken.code, 1, broken.stdout);
  const rebuilt = await runCli(["store", "rebuild", ...args]);
  assert.equal(rebuilt.code, 0, rebuilt.stderr);
  assert.deepEqual(JSON.parse(rebuilt.stdout).repaired, ["documents_run"]);
  const sound = await runCli(["store", "verify", ...args]);
  assert.equal(sound.code, 0, sound.stdout);
});

Deno.test("status: what needs a person comes first, as text and as one JSON document", async () => {
  await using fixture = await startFixture();
  const quiet = await fixture.run(["status"]);
  assert.match(quiet.stdout, /^Nothing needs you\./);
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  const [text, json] = await Promise.all([fixture.run(["status"]), fixture.run(["status", "--json"])]);
  assert.match(text.stdout, /^1 approval waiting for your decision: agent-harness review\n/);
  assert.ok(text.stdout.includes(approvalId));
  assert.equal(text.stdout.match(/^ *#1 /gm)?.length, 1, "a run that waits for a decision is listed once");
  const document = JSON.parse(json.stdout);
  assert.equal(document.approvals[0].id, approvalId);
  assert.equal(document.pendingApprovals, 1);
  assert.deepEqual(
    document.runs.map((run: { id: string }) => run.id),
    [id],
    "as JSON, all open runs are listed",
  );
  assert.ok(!text.stdout.includes("Other open runs"));
  const other = await fixture.connection.call("POST /coordinator/runs", {
    body: { request: "Make it nicer", repoPath: root },
  });
  const both = await fixture.run(["status"]);
  assert.match(
    both.stdout,
    new RegExp(`^Other open runs\n.*\n *#2 +(?:queued|running|waiting) +Make it nicer .* ${other.id}$`, "m"),
  );
});

Deno.test("logs: the end of the log, by stream and number; a wrong stream is refused", async () => {
  await using fixture = await startFixture();
  await Deno.mkdir(join(fixture.storage, "logs"), { recursive: true });
  await Deno.writeTextFile(join(fixture.storage, "logs", "stderr.log"), "one\ntwo\nthree\n");
  const [two, json, wrong, number] = await Promise.all([
    fixture.run(["logs", "--stream", "stderr", "--lines", "2"]),
    fixture.run(["logs", "--stream", "stderr", "--json"]),
    fixture.run(["logs", "--stream", "stdin"]),
    fixture.run(["logs", "--lines", "few"]),
  ]);
  assert.equal(two.stdout, "two\nthree\n");
  assert.deepEqual(JSON.parse(json.stdout), { stream: "stderr", lines: ["one", "two", "three"] });
  assert.deepEqual([wrong.code, number.code], [2, 2]);
});

Deno.test("logs --follow: continues with what is added", async () => {
  await using fixture = await startFixture();
  const file = join(fixture.storage, "logs", "stderr.log");
  await Deno.mkdir(join(fixture.storage, "logs"), { recursive: true });
  await Deno.writeTextFile(file, "one\n");
  const child = fixture.spawn(["logs", "--stream", "stderr", "-f"]);
  await child.stdin.close();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? "";
  await Deno.writeTextFile(file, "two\none\n", { append: true });
  while (text.split("\n").length < 4) text += (await reader.read()).value ?? "";
  assert.equal(text, "one\ntwo\none\n");
  child.kill("SIGINT");
  while (!(await reader.read()).done);
  await child.stderr.cancel();
  assert.equal((await child.status).code, 0);
});

Deno.test("config show: every value with its source and without secrets; a configuration error exits with 2 and a sentence", async () => {
  await using fixture = await startFixture();
  const environment = {
    AGENT_HARNESS_STORAGE_DIR: fixture.storage,
    AGENT_HARNESS_TOKEN: SECRET,
    AGENT_HARNESS_PORT: "5000",
  };
  const [json, text, wrong] = await Promise.all([
    runCli(["config", "show", "--json"], { environment }),
    runCli(["config", "show"], { environment }),
    runCli(["config", "show"], { environment: { ...environment, AGENT_HARNESS_PORT: "many" } }),
  ]);
  assert.equal(json.code, 0, json.stderr);
  const settings = JSON.parse(json.stdout).settings as { id: string; value: string; source: string }[];
  const of = (id: string) => settings.find((one) => one.id === `AGENT_HARNESS_${id}`);
  assert.deepEqual(of("PORT"), { id: "AGENT_HARNESS_PORT", value: "5000", source: "environment" });
  assert.deepEqual(of("HOST"), { id: "AGENT_HARNESS_HOST", value: "127.0.0.1", source: "default" });
  assert.deepEqual(of("TOKEN")?.value, "(set)");
  assert.match(text.stdout, /^ID +VALUE +SOURCE/);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /AGENT_HARNESS_PORT is "many"/);
  for (const { stdout, stderr } of [json, text, wrong]) assert.ok(!(stdout + stderr).includes(SECRET));
});

Deno.test("config show: shows every variable of the program, and how the service parses those that it reads", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/configuration.md", import.meta.url));
  const documented = new Set(
    [...page.matchAll(/^\| `((?:AGENT_HARNESS|OTEL)_[A-Z_]+)`/gm)].map((match) => match[1]!),
  );
  await using fixture = await startFixture();
  const environment = {
    AGENT_HARNESS_STORAGE_DIR: fixture.storage,
    AGENT_HARNESS_PARK_AFTER_MS: "9000",
    AGENT_HARNESS_MASTER_KEY: "ab".repeat(32),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
  };
  const { stdout } = await runCli(["config", "show", "--json"], { environment });
  const settings = JSON.parse(stdout).settings as { id: string; value: string | null; source: string }[];
  assert.deepEqual(settings.map(({ id }) => id).sort(), [...documented].sort());
  const of = (id: string) => settings.find((one) => one.id === `AGENT_HARNESS_${id}`);
  assert.equal(of("PARK_AFTER_MS")?.value, "9000");
  assert.equal(of("MASTER_KEY")?.value, "(set)");
  assert.equal(of("BACKUP_KEEP")?.value, "7");
  assert.equal(of("ALLOWED_ORIGINS")?.value, null);
  assert.equal(of("VALIDATE_CONTRACTS")?.value, "1");

  const asked = new Set<string>();
  readConfig((name) => {
    asked.add(name);
    return (environment as Record<string, string>)[name];
  }, null);
  assert.deepEqual(settingsOf(null).map(({ variable }) => variable).sort(), [...asked].sort());
});

Deno.test("open: the browser gets the address, and a token only in a private file; the token is never printed", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_TOKEN: SECRET });
  const browser = join(fixture.directory, "browser");
  const asked = join(fixture.directory, "asked");
  writeExecutable(browser, `#!/bin/sh\nprintf '%s' "$1" > '${asked}'\n`);
  const environment = { BROWSER: browser, AGENT_HARNESS_TOKEN: SECRET, XDG_RUNTIME_DIR: fixture.directory };
  const opened = await fixture.run(["open"], { environment });
  assert.equal(opened.code, 0, opened.stderr);
  assert.equal(opened.stdout, `${fixture.url}/\n`);
  const address = await Deno.readTextFile(asked);
  assert.match(address, /^file:\/\/.*\.html$/);
  assert.ok(!(address + opened.stdout + opened.stderr).includes(SECRET));
  const page = address.slice("file://".length);
  assert.equal(Deno.statSync(page).mode! & 0o777, 0o600);
  assert.equal(Deno.statSync(dirname(page)).mode! & 0o777, 0o700);
  assert.ok((await Deno.readTextFile(page)).includes(`"${fixture.url}/?token=${SECRET}"`));
  assert.equal((await fixture.run(["open"], { environment })).code, 0);
  const next = (await Deno.readTextFile(asked)).slice("file://".length);
  assert.notEqual(next, page);
  assert.deepEqual([...Deno.readDirSync(dirname(page))].map(({ name }) => name), [basename(next)]);
  await Deno.remove(asked);
  const printed = await fixture.run(["open", "--print"], { environment });
  assert.deepEqual([...Deno.readDirSync(dirname(page))], [], "the next call, whichever, removes it");
  const broken = { ...environment, BROWSER: join(fixture.directory, "missing") };
  assert.equal((await fixture.run(["open"], { environment: broken })).code, 1);
  assert.deepEqual([...Deno.readDirSync(dirname(page))], [], "what no browser was given is removed");
  assert.equal(printed.stdout, `${fixture.url}/\n`);
  await assert.rejects(Deno.stat(asked), Deno.errors.NotFound);
});

Deno.test("demo: --start leaves a running service if there was none", async () => {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  const environment = { AGENT_HARNESS_URL: `http://127.0.0.1:${port}`, AGENT_HARNESS_STORAGE_DIR: directory };
  const unset = await runCli(["demo", "--yes", "--start"]);
  assert.equal(unset.code, 2);
  const { code, stdout, stderr } = await runCli(["demo", "--yes", "--start", "--json"], { environment });
  assert.equal(code, 0, stdout + stderr);
  assert.equal(JSON.parse(stdout).ok, true);
  assert.equal((await runCli(["health"], { environment })).code, 0);
  Deno.kill(Number(/process (\d+)\. To stop it: agent-harness stop/.exec(stderr)![1]), "SIGTERM");
  {
    using lock = Deno.openSync(join(directory, "lock"), { read: true, write: true });
    await lock.lock(true);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("serve: for an address in use, the error names it and the variable to set", async () => {
  const storage = await Deno.makeTempDir({ prefix: "agent-harness-test-" });
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const environment = { AGENT_HARNESS_STORAGE_DIR: storage, AGENT_HARNESS_PORT: `${other.addr.port}` };
  const { code, stderr } = await runCli(["serve"], { environment });
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`127\\.0\\.0\\.1:${other.addr.port} is in use.*AGENT_HARNESS_PORT`));
  await Deno.remove(storage, { recursive: true });
});
