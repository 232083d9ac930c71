import assert from "node:assert/strict";
import { localTime } from "../../commands/render/cell.ts";
import { join } from "node:path";
import { startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { type Ended, runCli, startFixture } from "./fixture.ts";
import { writeExecutable } from "../executable.ts";
import { breakChain } from "./break_chain.ts";

type Finding = { name: string; status: string; detail: string; fix?: string };
const NOBODY = "http://127.0.0.1:1";

/** A storage directory that a service has used, and that no process holds. */
async function used(now: () => Date = () => new Date()) {
  const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-test-cli-" }));
  const storage = join(directory, "storage");
  await Deno.mkdir(storage, { mode: 0o700 });
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_WORKERS: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  const running = await startService(readConfig((name) => settings[name], null), { log: silentLog, now });
  await running.stop();
  const environment: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_URL: NOBODY,
    AGENT_HARNESS_PORT: "0",
  };
  return {
    directory,
    storage,
    environment,
    doctor: (more: Record<string, string> = {}) =>
      runCli(["doctor", "--json"], { environment: { ...environment, ...more } }),
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** The one finding that failed, which names the command that mends it. */
function fault({ code, stdout, stderr }: Ended, name: string): Finding & { fix: string } {
  assert.equal(code, 1, stdout + stderr);
  const findings = JSON.parse(stdout).findings as Finding[];
  const failures = findings.filter(({ status }) => status === "failed");
  assert.deepEqual(failures.map((one) => one.name), [name], stdout);
  const { fix } = failures[0]!;
  assert.ok(fix, stdout);
  return { ...failures[0]!, fix };
}

/** Does what the fix says, as a person would. */
async function sh(command: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("sh", { args: ["-c", command] }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

Deno.test("doctor: names a variable with which no service would start, and how to take it back", async () => {
  await using place = await used();
  for (
    const [variable, value, sentence] of [
      ["AGENT_HARNESS_PORT", "4317x", /AGENT_HARNESS_PORT is "4317x"\. Use a whole number from 0 to 65535/],
      ["AGENT_HARNESS_WORKERS", "many", /AGENT_HARNESS_WORKERS is "many"/],
    ] as const
  ) {
    const { detail, fix } = fault(await place.doctor({ [variable]: value }), "configuration");
    assert.match(detail, sentence);
    assert.equal(fix, `unset ${variable}`);
  }
});

Deno.test("doctor: reports no failure without a fault", async () => {
  await using place = await used();
  const { code, stdout } = await place.doctor();
  assert.equal(code, 0, stdout);
});

Deno.test("doctor, fault 1: a missing storage directory; `init` makes it", async () => {
  await using place = await used();
  const missing = join(place.directory, "elsewhere");
  const { fix, detail } = fault(
    await place.doctor({ AGENT_HARNESS_STORAGE_DIR: missing }),
    "storage directory",
  );
  assert.match(detail, /does not exist/);
  assert.equal(fix, `agent-harness init ${missing}`);
  assert.equal((await runCli(fix.split(" ").slice(1))).code, 0);
  assert.equal((await place.doctor({ AGENT_HARNESS_STORAGE_DIR: missing })).code, 0);
});

Deno.test("doctor, fault 2: a storage directory with the wrong mode; the fix sets it", async () => {
  await using place = await used();
  await Deno.chmod(place.storage, 0o755);
  const { fix, detail } = fault(await place.doctor(), "private");
  assert.match(detail, /mode is 0755: other users/);
  await sh(fix);
  assert.equal((await place.doctor()).code, 0);
});

Deno.test("doctor, fault 3: a port that another program uses; the fix names a free one", async () => {
  await using place = await used();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  const { fix } = fault(await place.doctor({ AGENT_HARNESS_PORT: String(port) }), "port");
  const free = /AGENT_HARNESS_PORT=(\d+) AGENT_HARNESS_URL=http:\/\/127\.0\.0\.1:\1$/.exec(fix)?.[1];
  assert.ok(free && free !== String(port), fix);
  Deno.listen({ hostname: "127.0.0.1", port: Number(free) }).close();
});

Deno.test("doctor, fault 4: a directory that another process uses; the fix says where that process listens", async () => {
  await using fixture = await startFixture();
  const environment = { AGENT_HARNESS_STORAGE_DIR: fixture.storage, AGENT_HARNESS_URL: NOBODY };
  const { fix, detail } = fault(await runCli(["doctor", "--json"], { environment }), "lock");
  assert.match(detail, new RegExp(`In use by process ${Deno.pid}, since .* no service answers at`));
  if (Deno.build.os === "linux") assert.match(fix, /^export AGENT_HARNESS_URL=http:\/\/127\.0\.0\.1:\d+ /);
  assert.match(fix, new RegExp(`kill ${Deno.pid}$`));
});

Deno.test("doctor, fault 5: no git on PATH; the fix installs it", async () => {
  await using place = await used();
  const empty = join(place.directory, "bin");
  await Deno.mkdir(empty);
  const { fix, detail } = fault(await place.doctor({ PATH: empty }), "git");
  assert.match(detail, /git was not found on PATH/);
  assert.match(fix, /install git/);
});

Deno.test("doctor, fault 6: an old git; the fix installs a newer one", async () => {
  await using place = await used();
  const old = join(place.directory, "bin");
  await Deno.mkdir(old);
  writeExecutable(join(old, "git"), "#!/bin/sh\necho git version 2.20.1\n");
  const { fix, detail } = fault(await place.doctor({ PATH: `${old}:${Deno.env.get("PATH")}` }), "git");
  assert.match(detail, /git version 2\.20\.1 is too old\. Version 2\.38/);
  assert.match(fix, /install git/);
});

Deno.test("doctor, fault 7: a broken chain names its first entry; the fix restores the newest backup", async () => {
  await using place = await used();
  const taken = await runCli(["backup", "create", "--json"], { environment: place.environment });
  assert.equal(taken.code, 0, taken.stderr);
  await breakChain(place.storage);
  const { fix, detail } = fault(await place.doctor(), "audit chain");
  assert.match(detail, /breaks at entry 1/);
  const [restore, set] = fix.split(" && ");
  const restored = await runCli(restore!.split(" ").slice(1));
  assert.equal(restored.code, 0, restored.stdout + restored.stderr);
  const storage = /^export AGENT_HARNESS_STORAGE_DIR=(.+)$/.exec(set!)![1]!;
  assert.equal((await place.doctor({ AGENT_HARNESS_STORAGE_DIR: storage })).code, 0);
});

Deno.test("doctor, fault 7, with an encrypted backup: the fix restores it with the passphrase", async () => {
  await using place = await used();
  const passphrase = join(place.directory, "passphrase");
  Deno.writeTextFileSync(passphrase, "a passphrase for tests\n");
  const encrypt = ["backup", "create", "--encrypt", "--passphrase-file", passphrase];
  const taken = await runCli(encrypt, { environment: place.environment });
  assert.equal(taken.code, 0, taken.stderr);
  await breakChain(place.storage);
  const { fix } = fault(await place.doctor(), "audit chain");
  const [restore] = fix.replace("<file>", passphrase).split(" && ");
  const restored = await runCli(restore!.split(" ").slice(1));
  assert.equal(restored.code, 0, fix + restored.stdout + restored.stderr);
});

Deno.test("doctor, fault 8: a missing artifact is named by its hash, and the fix keeps the directory", async () => {
  await using place = await used();
  const sha256 = await artifactOfRun(place);
  const file = join(place.storage, "artifacts", sha256.slice(0, 2), sha256);
  assert.equal((await place.doctor()).code, 0);
  await Deno.remove(file);
  const { fix, detail } = fault(await place.doctor(), "artifacts");
  assert.ok(detail.includes(sha256), detail);
  assert.match(fix, /^cp -a .*storage .*storage\.broken/);
});

/** Has a run make artifacts; gives the hash of one. */
async function artifactOfRun({ storage, directory }: { storage: string; directory: string }) {
  const { makeRepository } = await import("./fixture.ts");
  const { connectTo } = await import("../../commands/service/connection.ts");
  const { followRun } = await import("../../commands/service/follow.ts");
  const repoPath = await makeRepository(join(directory, "repository"), { "a.txt": "a\n" });
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: "0",
    AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
  };
  const running = await startService(readConfig((name) => settings[name], null), { log: silentLog });
  const connection = connectTo(running.url);
  const { id } = await connection.call("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath },
  });
  await followRun(connection, id, { onEvent: () => {} });
  await running.stop();
  for (const folder of Deno.readDirSync(join(storage, "artifacts"))) {
    for (const { name } of Deno.readDirSync(join(storage, "artifacts", folder.name))) return name;
  }
  throw new Error("the run made no artifact");
}

Deno.test("doctor, fault 9: a full disk; the fix shows what uses the space", async (t) => {
  await using place = await used();
  const mount = join(place.directory, "small");
  await Deno.mkdir(mount);
  // A mount namespace of its own: the tmpfs is gone with the last process in it.
  const namespace = ["--map-root-user", "--mount", "--"];
  const mounts = async () => {
    const args = [...namespace, "mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", mount];
    return (await new Deno.Command("unshare", { args }).output()).success;
  };
  if (!await mounts().catch(() => false)) {
    await t.step({
      name: "SKIPPED: a tmpfs cannot be mounted here: install util-linux and allow user namespaces",
      ignore: true,
      fn: () => {},
    });
    return;
  }
  const cli = new URL("../../cli.ts", import.meta.url).pathname;
  const script = `mount -t tmpfs -o size=64k,mode=700 tmpfs '${mount}' &&
    { dd if=/dev/zero of='${mount}/filler' bs=1k 2>/dev/null; '${Deno.execPath()}' run -A '${cli}' doctor --json; }`;
  const { code, stdout, stderr } = await new Deno.Command("unshare", {
    args: [...namespace, "sh", "-c", script],
    env: { ...place.environment, AGENT_HARNESS_STORAGE_DIR: mount },
  }).output();
  const ended = { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
  const { fix, detail } = fault(ended, "disk space");
  assert.match(detail, /Only 0 MiB are free/);
  assert.match(fix, /^du -xh .*sort -h/);
});

Deno.test("doctor, fault 10: a clock that jumped, back behind the log or while it was written; the fix sets it", async () => {
  const future = new Date(Date.now() + 5 * 60 * 60 * 1000);
  await using ahead = await used(() => future);
  const { fix, detail } = fault(await ahead.doctor(), "clock");
  assert.ok(detail.includes(localTime(future.toISOString())), detail);
  assert.match(fix, /timedatectl set-ntp true|sntp/);

  await using setBack = await used();
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: setBack.storage,
    AGENT_HARNESS_PORT: "0",
  };
  const old = new Date(Date.now() - 60 * 60 * 1000);
  const running = await startService(readConfig((name) => settings[name], null), {
    log: silentLog,
    now: () => old,
  });
  await running.stop();
  const { stdout } = await setBack.doctor();
  const clock = (JSON.parse(stdout).findings as Finding[]).find(({ name }) => name === "clock");
  assert.equal(clock?.status, "warning", stdout);
  assert.match(clock!.detail, /The clock was set back/);
  assert.match(clock!.fix!, /timedatectl|sntp/);
});
