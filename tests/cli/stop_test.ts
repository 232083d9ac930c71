import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { main } from "../../commands/main.ts";
import { fakeShell, runCli, spawnCli } from "./fixture.ts";
import { connectTo } from "../../commands/service/connection.ts";
import { untilAnswers } from "../../commands/service/start.ts";

Deno.test("stop ends the service of a storage directory and waits for it; without one it says so", async () => {
  const storage = temporaryDirectory();
  try {
    const environment = { AGENT_HARNESS_STORAGE_DIR: storage, AGENT_HARNESS_PORT: "0" };
    const none = await runCli(["stop"], { environment });
    assert.deepEqual([none.code, none.stdout], [0, `No service uses ${storage}.\n`]);
    const child = spawnCli(["serve"], { environment });
    const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
    const out = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    while (!/listens on (http:\S+),/.test(said)) {
      const [a, b] = [await Promise.race([reader.read(), out.read()]), null];
      said += a.value ?? b ?? "";
    }
    await untilAnswers(connectTo(/listens on (http:\S+),/.exec(said)![1]!));
    const other = await runCli(["stop"], { environment: { ...environment, AGENT_HARNESS_PORT: "9" } });
    const elsewhere = { ...environment, AGENT_HARNESS_URL: "https://harness.example" };
    for (const { code, stderr } of [other, await runCli(["stop"], { environment: elsewhere })]) {
      assert.equal(code, 2);
      assert.match(
        stderr,
        /^✗ AGENT_HARNESS_(?:PORT|URL) names \S+, but the service on .* Nothing was stopped\./,
      );
      assert.ok(stderr.includes(`agent-harness stop --storage ${storage}`), stderr);
    }
    const stopped = await runCli(["stop", "--json"], { environment });
    assert.equal(stopped.code, 0, stopped.stderr);
    assert.deepEqual(JSON.parse(stopped.stdout), { storage, stopped: child.pid });
    assert.equal((await child.status).success, true);
    const again = await runCli(["stop", "--json"], { environment });
    assert.deepEqual(JSON.parse(again.stdout), { storage, stopped: null });
    await Promise.all([reader.cancel(), out.cancel(), child.stdin.close()]);
  } finally {
    Deno.removeSync(storage, { recursive: true });
  }
});

Deno.test("a named directory that does not exist is no directory without a service, backups or a log", async () => {
  const missing = "/nowhere/at/all";
  for (const words of [["stop", "--storage"], ["store", "stats", "--storage"], ["backup", "list"]]) {
    const { shell, printed } = fakeShell(null);
    assert.equal(await main([...words, missing], shell), 2, words.join(" "));
    assert.deepEqual(printed, { stdout: "", stderr: `✗ The directory ${missing} does not exist.\n` });
  }
});

Deno.test("a storage directory that no service has used: commands that need its log say so", async () => {
  const storage = temporaryDirectory();
  const { shell, printed } = fakeShell(null, { AGENT_HARNESS_STORAGE_DIR: storage });
  assert.equal(await main(["store", "stats"], shell), 2);
  assert.match(
    printed.stderr,
    /has no harness\.db: no service has used it yet, or it is not a storage directory\.$/m,
  );
  Deno.removeSync(storage, { recursive: true });
});

/** A home with a program that stands for systemctl: it writes down what it is called with, and fails on what `fails` names. */
function machine(fails = "nothing") {
  const home = temporaryDirectory();
  Deno.mkdirSync(join(home, "bin"));
  Deno.writeTextFileSync(
    join(home, "bin", "systemctl"),
    `#!/bin/sh\necho "$*" >> ${home}/calls\ncase "$*" in *${fails}*) echo "Failed to connect to bus" >&2; exit 1 ;; esac\n`,
    { mode: 0o755 },
  );
  const environment = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    PATH: `${home}/bin:${Deno.env.get("PATH")}`,
    AGENT_HARNESS_STORAGE_DIR: join(home, "storage"),
  };
  return {
    unit: join(home, ".config/systemd/user/agent-harness.service"),
    calls: () => Deno.readTextFileSync(join(home, "calls")).trim().split("\n"),
    run: async (...args: string[]) => {
      const { shell, printed } = fakeShell(null, environment);
      return { code: await main(["service", ...args], shell), ...printed };
    },
    [Symbol.dispose]: () => Deno.removeSync(home, { recursive: true }),
  };
}

const exists = (path: string): boolean => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
};

Deno.test("service install shows the unit, writes it after a yes and starts it; uninstall takes all of it back", async () => {
  using here = machine();
  const asked = await here.run("install", "systemd");
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /agent-harness\.service:[^]*ExecStart=[^]*--yes/);
  assert.equal(exists(here.unit), false, "nothing is written without a yes");
  const installed = await here.run("install", "systemd", "--yes");
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /✓.*Installed .*agent-harness\.service/);
  assert.match(installed.stderr, /loginctl enable-linger/);
  assert.equal(Deno.readTextFileSync(here.unit), (await here.run("print", "systemd")).stdout);
  assert.deepEqual(here.calls().slice(-2), [
    "--user daemon-reload",
    "--user enable --now agent-harness.service",
  ]);
  const removed = await here.run("uninstall", "systemd", "--yes");
  assert.equal(removed.code, 0, removed.stderr);
  assert.equal(exists(here.unit), false);
  assert.equal(here.calls().at(-1), "--user disable --now agent-harness.service");
  assert.match((await here.run("uninstall", "systemd", "--yes")).stdout, /Nothing is installed/);
});

Deno.test("service install says where no systemd works, and keeps nothing of what failed", async () => {
  using none = machine("show-environment");
  const refused = await none.run("install", "systemd", "--yes");
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /systemd does not work for this user here: .*Failed to connect to bus.*agent-harness serve/,
  );
  assert.equal(exists(none.unit), false);
  using half = machine("enable");
  const failed = await half.run("install", "systemd", "--yes");
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /was not installed: systemctl --user enable .*Nothing was kept/);
  assert.equal(exists(half.unit), false);
  Deno.mkdirSync(join(half.unit, ".."), { recursive: true });
  Deno.writeTextFileSync(half.unit, "[Unit]\nDescription=mine\n");
  const other = await half.run("uninstall", "systemd", "--yes");
  assert.equal(other.code, 1);
  assert.match(other.stderr, /is not a unit of agent-harness, so it stays/);
});
