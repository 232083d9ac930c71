/// <reference lib="dom" />
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "../../commands/main.ts";
import { openPage } from "../../commands/open.ts";
import { tokenOf } from "../../commands/service/connection.ts";
import { startService } from "../../main.ts";
import { ConfigError, readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { adoptToken } from "../../ui/shell/session.ts";
import { temporaryDirectory } from "../temporary.ts";
import { fakeShell, runCli } from "./fixture.ts";

/** A directory whose storage has a token that `init` made. */
async function place() {
  const directory = temporaryDirectory();
  const storage = join(directory, "storage");
  const made = await runCli(["init", storage, "--token"]);
  assert.equal(made.code, 0, made.stderr);
  const path = join(storage, "token");
  const token = (await Deno.readTextFile(path)).trim();
  return {
    directory,
    storage,
    path,
    token,
    made,
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** A service on such a storage directory. */
async function serving(storage: string) {
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_WORKERS: "0",
  };
  const running = await startService(readConfig((name) => settings[name], null), { log: silentLog });
  return { url: running.url, [Symbol.asyncDispose]: () => running.stop() };
}

Deno.test("init --token: creates a token that only this user can read, never prints it, and keeps an existing one", async () => {
  await using there = await place();
  const { path, token, storage, made } = there;
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
  const again = await runCli(["init", storage, "--token", "--json"]);
  assert.equal(JSON.parse(again.stdout).tokenFile, path);
  assert.equal((await Deno.readTextFile(path)).trim(), token);
  for (const { stdout, stderr } of [made, again]) assert.ok(!(stdout + stderr).includes(token));
});

Deno.test("init: offers a token only at a terminal, and an empty answer means no", async () => {
  await using there = await place();
  const tried = async (name: string, answers: string[] | null, ...flags: string[]) => {
    const { shell, questions } = fakeShell(answers);
    assert.equal(await main(["init", join(there.directory, name), ...flags], shell), 0);
    const made = await Deno.stat(join(there.directory, name, "token")).then(() => true, () => false);
    return [questions.length, made];
  };
  assert.deepEqual(await tried("yes", ["y"]), [1, true]);
  assert.deepEqual(await tried("enter", [""]), [1, false]);
  assert.deepEqual(await tried("no", ["n"]), [1, false]);
  assert.deepEqual(await tried("quiet", ["y"], "--no-input"), [0, false]);
  assert.deepEqual(await tried("pipe", null), [0, false]);
  assert.deepEqual(await tried("flag", ["n"], "--token"), [0, true]);
});

Deno.test("a token file: the service requires its token, and the command line sends it, if both use the same storage directory", async () => {
  await using there = await place();
  const { storage, path } = there;
  await using service = await serving(storage);
  assert.equal((await fetch(`${service.url}/runs`)).status, 401);
  const list = (environment: Record<string, string>) =>
    runCli(["runs", "list"], { environment: { AGENT_HARNESS_URL: service.url, ...environment } });
  const known = { AGENT_HARNESS_STORAGE_DIR: storage };
  const [without, withFile, variable, doctor, config] = await Promise.all([
    list({}),
    list(known),
    list({ ...known, AGENT_HARNESS_TOKEN: "another-token" }),
    runCli(["doctor", "--json"], { environment: { ...known, AGENT_HARNESS_URL: service.url } }),
    runCli(["config", "show", "--json"], { environment: known }),
  ]);
  assert.deepEqual([without, withFile, variable].map(({ code }) => code), [4, 0, 4], withFile.stderr);
  assert.ok(doctor.stdout.includes(path), doctor.stdout);
  assert.match(config.stdout, /"AGENT_HARNESS_TOKEN",\s*"value": "\(set\)",\s*"source": "token file"/);
  for (const { stdout, stderr } of [withFile, doctor, config]) {
    assert.ok(!(stdout + stderr).includes(there.token));
  }
});

Deno.test("the token of a token file is never sent to another machine", async () => {
  await using there = await place();
  const { shell } = fakeShell(null, { AGENT_HARNESS_STORAGE_DIR: there.storage });
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  assert.equal(tokenOf(shell, { url: `http://127.0.0.1:${listener.addr.port}` }), there.token);
  assert.equal(tokenOf(shell, { url: "https://harness.example" }), undefined);
});

Deno.test("open: the token of the file reaches the browser in a page, not in a command line", async () => {
  await using there = await place();
  await using service = await serving(there.storage);
  const seen = join(there.directory, "seen");
  const browser = join(there.directory, "browser");
  await Deno.writeTextFile(browser, `#!/bin/sh\nprintf %s "$*" > ${seen}\n`, { mode: 0o755 });
  const { code, stdout, stderr } = await runCli(["open"], {
    environment: {
      AGENT_HARNESS_STORAGE_DIR: there.storage,
      AGENT_HARNESS_URL: service.url,
      BROWSER: browser,
      XDG_RUNTIME_DIR: there.directory,
    },
  });
  assert.equal(code, 0, stderr);
  const address = await Deno.readTextFile(seen);
  assert.ok(!(address + stdout + stderr).includes(there.token));
  const page = await Deno.readTextFile(fileURLToPath(address));
  assert.ok(page.includes(`/?token=${there.token}`));
  assert.equal((await fetch(`${service.url}/?token=${there.token}`)).headers.has("set-cookie"), true);
});

Deno.test("a token file that others can read, or that contains no token, is refused with what to do", async () => {
  await using there = await place();
  const { storage, path } = there;
  const start = () => readConfig((name) => name === "AGENT_HARNESS_STORAGE_DIR" ? storage : undefined, null);
  assert.equal(start().operatorToken, there.token);
  Deno.chmodSync(path, 0o644);
  assert.throws(
    start,
    (error) => error instanceof ConfigError && error.message.includes(`chmod 600 ${path}`),
  );
  Deno.chmodSync(path, 0o600);
  for (const content of ["", "short", "two tokens in one file\n"]) {
    Deno.writeTextFileSync(path, content);
    assert.throws(start, ConfigError, content);
  }
  Deno.removeSync(path);
  assert.equal(start().operatorToken, null);
});

Deno.test("a backup never contains a token file", async () => {
  await using there = await place();
  await using service = await serving(there.storage);
  const backup = join(there.directory, "backup.tar.gz");
  const restored = join(there.directory, "restored");
  const environment = { AGENT_HARNESS_STORAGE_DIR: there.storage, AGENT_HARNESS_URL: service.url };
  const made = await runCli(["backup", "create", "--output", backup], { environment });
  assert.equal(made.code, 0, made.stderr);
  const back = await runCli(["backup", "restore", backup, "--to", restored], { environment });
  assert.equal(back.code, 0, back.stderr);
  assert.ok(Deno.statSync(join(restored, "harness.db")).isFile);
  assert.throws(() => Deno.statSync(join(restored, "token")), Deno.errors.NotFound);
});

Deno.test("a page of the dashboard that the screen opens is reached with the token of the file", async () => {
  await using there = await place();
  await using service = await serving(there.storage);
  const seen = join(there.directory, "seen");
  const browser = join(there.directory, "browser");
  await Deno.writeTextFile(browser, `#!/bin/sh\nprintf %s "$*" > ${seen}\n`, { mode: 0o755 });
  const { shell } = fakeShell(null, {
    AGENT_HARNESS_STORAGE_DIR: there.storage,
    BROWSER: browser,
    XDG_RUNTIME_DIR: there.directory,
  });
  await openPage(shell, { url: service.url }, "/dashboard/runs/run_1");
  const page = await Deno.readTextFile(fileURLToPath(await Deno.readTextFile(seen)));
  const address: string = JSON.parse(/replace\((".*?")\)/.exec(page)![1]!);
  const response = await fetch(address, { headers: { accept: "text/html" } });
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.has("set-cookie")], [200, true]);
  let shown = "";
  const history = {
    replaceState: (_: unknown, __: string, url: string) => shown = url,
  } as unknown as History;
  adoptToken({ href: address } as Location, history, { setItem: () => {} } as unknown as Storage);
  assert.equal(shown, "/dashboard/runs/run_1");
});
