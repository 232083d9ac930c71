import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { runCli, spawnCli, startFixture } from "../cli/fixture.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { keepMaterial } from "../../services/ground/material/keep.ts";
import { sealing } from "../../services/operations/backups/archive/seal.ts";
import { writeArchive } from "../../services/operations/backups/archive/write.ts";
import { Database } from "../../store/database.ts";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { PASSPHRASE } from "./made.ts";

Deno.test("backup create asks the service that holds the directory, and reads one that no service holds by itself", async () => {
  const place = temporaryDirectory();
  const passphraseFile = join(place, "passphrase");
  Deno.writeTextFileSync(passphraseFile, `${PASSPHRASE}\n`);
  let restored: string;
  {
    await using fixture = await startFixture();
    const { id } = await fixture.waitingRun('create a.md with "x"', await fixture.repository());
    const environment = { AGENT_HARNESS_STORAGE_DIR: fixture.storage };
    const online = await fixture.run(["backup", "create", "--output", place, "--json"], { environment });
    assert.equal(online.code, 0, online.stderr);
    const taken = JSON.parse(online.stdout);
    const { items } = await fixture.connection.call("GET /control-plane/backups");
    assert.deepEqual([items[0]?.sha256, items[0]?.path], [taken.sha256, taken.path]);
    const elsewhere = await runCli(["backup", "create"], {
      environment: { ...environment, AGENT_HARNESS_URL: "http://127.0.0.1:1" },
    });
    assert.equal(elsewhere.code, 69);
    const there = await fixture.run(["backup", "create", "--output", taken.path], { environment });
    assert.deepEqual([there.code, there.stdout], [2, ""]);
    const verified = await runCli(["backup", "verify", taken.path, "--json"]);
    assert.deepEqual([verified.code, JSON.parse(verified.stdout).ok], [0, true]);
    restored = join(place, "restored");
    const restore = await runCli(["backup", "restore", taken.path, "--to", restored]);
    assert.equal(restore.code, 0, restore.stderr);
    assert.ok(restore.stdout.includes(`export AGENT_HARNESS_STORAGE_DIR=${restored}`), restore.stdout);
    assert.ok(id.length > 0);
  }
  const environment = { AGENT_HARNESS_STORAGE_DIR: restored };
  const offline = await runCli(["backup", "create", "--encrypt", "--passphrase-file", passphraseFile], {
    environment,
  });
  assert.equal(offline.code, 0, offline.stderr);
  const list = await runCli(["backup", "list", "--json"], { environment });
  const [file] = JSON.parse(list.stdout).items;
  assert.equal(file.encrypted, true);
  assert.equal((await runCli(["backup", "verify", file.path])).code, 2);
  const wrong = await runCli(["backup", "verify", file.path, "--passphrase-file", "-"], {
    stdin: "not the passphrase",
  });
  assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
  const right = { environment: { AGENT_HARNESS_BACKUP_PASSPHRASE: PASSPHRASE } };
  assert.equal((await runCli(["backup", "verify", file.path], right)).code, 0);
  Deno.removeSync(place, { recursive: true });
});

Deno.test("backup create --after continues a backup, named by its file or its id, and says what it needs", async () => {
  const place = temporaryDirectory();
  await using fixture = await startFixture();
  await fixture.waitingRun('create a.md with "x"', await fixture.repository());
  const environment = { AGENT_HARNESS_STORAGE_DIR: fixture.storage };
  const create = (...args: string[]) => fixture.run(["backup", "create", ...args], { environment });
  const first = JSON.parse((await create("--output", place, "--json")).stdout);
  const second = await create("--after", first.path);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stdout, /needs 1 older backup, .*still contain what was erased later/);
  const { items } = await fixture.connection.call("GET /control-plane/backups");
  const third = JSON.parse((await create("--after", items[0]!.id, "--json")).stdout);
  assert.deepEqual(third.chain.needs, [items[1]!.id, items[0]!.id]);
  const restored = join(place, "restored");
  const restore = await runCli(["backup", "restore", third.path, "--to", restored]);
  assert.equal(restore.code, 0, restore.stderr);
  const offline = await runCli(["backup", "create", "--after", third.path, "--storage", restored, "--json"]);
  assert.equal(offline.code, 0, offline.stderr);
  assert.deepEqual(JSON.parse(offline.stdout).chain.needs, [...third.chain.needs, third.id]);
  const strange = join(place, "strange.tar.gz");
  Deno.copyFileSync(third.path, strange);
  assert.equal((await create("--after", strange)).code, 2);
  Deno.removeSync(first.path);
  const refused = await runCli(["backup", "verify", third.path]);
  assert.deepEqual([refused.code, refused.stdout.includes(`${first.path}, which is missing`)], [1, true]);
  const addition = await create("--after", third.path);
  assert.deepEqual([addition.code, addition.stderr.includes(`${first.path} is missing`)], [1, true]);
  Deno.removeSync(place, { recursive: true });
});

Deno.test("backup verify ends with 1 for a bad backup, 3 for none; restore leaves nothing of a bad one", async () => {
  const directory = temporaryDirectory();
  const bad = join(directory, "bad.tar.gz");
  Deno.writeTextFileSync(bad, "no backup at all");
  const verified = await runCli(["backup", "verify", bad]);
  assert.equal(verified.code, 1);
  assert.match(verified.stdout, /The backup is damaged/);
  const restored = await runCli(["backup", "restore", bad, "--to", join(directory, "to")]);
  assert.equal(restored.code, 1);
  assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["bad.tar.gz"]);
  assert.equal((await runCli(["backup", "verify", join(directory, "none")])).code, 3);
  const plain = await runCli(["backup", "create", "--include-master-key", "--storage", directory]);
  assert.deepEqual([plain.code, plain.stdout], [2, ""]);
  const empty = await runCli(["backup", "create", "--storage", directory]);
  assert.equal(empty.code, 2);
  assert.match(empty.stderr, /no harness\.db/);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("what no backup and no capsule is, is said in a sentence, with the exit code 1", async () => {
  const directory = temporaryDirectory();
  const sealed = new Blob([new Uint8Array(randomBytes(2_000))]).stream().pipeThrough(
    new CompressionStream("gzip"),
  )
    .pipeThrough(sealing());
  const files: [content: string | ReadableStream<Uint8Array>, backup: RegExp, capsule: RegExp][] = [
    ["a letter", /it is not a backup\.$/m, /It is not a capsule\.$/m],
    ["", /its seal is missing or wrong/, /Its seal is missing or wrong/],
    [sealed, /its content is damaged\.$/m, /Its content is damaged\.$/m],
    [
      "age-encryption.org/v1\n-> scrypt abc\nxx\n--- yy\n",
      /its header was changed\.$/m,
      /It is encrypted, and a capsule never is\. It may be a backup\.$/m,
    ],
  ];
  const [path, passphrase] = [join(directory, "file"), join(directory, "passphrase")];
  Deno.writeTextFileSync(passphrase, PASSPHRASE, { mode: 0o600 });
  for (const [content, backup, capsule] of files) {
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    const asBackup = await runCli(["backup", "verify", path, "--passphrase-file", passphrase]);
    assert.match(asBackup.stdout, backup, asBackup.stderr);
    const asCapsule = await runCli(["capsule", "verify", path]);
    assert.match(asCapsule.stdout, capsule, asCapsule.stderr);
    assert.deepEqual([asBackup.code, asCapsule.code], [1, 1]);
  }
  const [empty, to] = ["empty", "to"].map((name) => join(directory, name));
  Deno.mkdirSync(empty!);
  for (const args of [["backup", "restore", empty!, "--to", to!], ["capsule", "verify", empty!]]) {
    const { code, stdout, stderr } = await runCli(args);
    assert.deepEqual([code, /it is a directory, not a file\.$/mi.test(stdout)], [1, true], stdout + stderr);
  }
  const verified = await runCli(["backup", "verify", empty!]);
  assert.deepEqual(
    [verified.code, /harness\.db is missing\.$/m.test(verified.stdout)],
    [1, true],
    verified.stdout,
  );
  const unknown = await runCli(["capsule", "verify", path, "--signer", join(directory, "none")]);
  assert.deepEqual([unknown.code, unknown.stderr], [
    2,
    `✗ Could not read the file ${join(directory, "none")}.\n`,
  ]);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("a passphrase without --encrypt makes no backup, since it would not be encrypted", async () => {
  await using fixture = await startFixture();
  const passphrase = join(fixture.directory, "passphrase");
  Deno.writeTextFileSync(passphrase, PASSPHRASE, { mode: 0o600 });
  const { code, stderr } = await fixture.run(["backup", "create", "--passphrase-file", passphrase]);
  assert.deepEqual(
    [code, stderr],
    [2, "✗ Use --passphrase-file with --encrypt: the backup would not be encrypted.\n"],
  );
  assert.deepEqual((await fixture.connection.call("GET /control-plane/backups")).items, []);
});

Deno.test("Ctrl-C during backup verify and restore leaves nothing of what was unpacked", async () => {
  const [place, scratch] = [temporaryDirectory(), temporaryDirectory()];
  const path = join(place, "large.tar.gz");
  await writeArchive({ path, encryption: null, at: new Date(0) }, async (archive) => {
    await archive.bytes("harness.db", new Uint8Array(256 * 1024 * 1024));
  });
  const commands = [[scratch, ["backup", "verify", path]], [place, [
    "backup",
    "restore",
    path,
    "--to",
    join(place, "to"),
  ]]] as const;
  for (const [made, args] of commands) {
    const watcher = Deno.watchFs(made);
    const child = spawnCli(args, { environment: { TMPDIR: scratch } });
    for await (const { kind } of watcher) if (kind === "create") break;
    child.kill("SIGINT");
    const { code, signal, stderr } = await child.output();
    assert.deepEqual([code, signal], [1, null], args[1]);
    assert.match(new TextDecoder().decode(stderr), /Interrupted/);
  }
  const left = [place, scratch].flatMap((directory) =>
    [...Deno.readDirSync(directory)].map(({ name }) => name)
  );
  assert.deepEqual(left, ["large.tar.gz"]);
  for (const directory of [place, scratch]) Deno.removeSync(directory, { recursive: true });
});

Deno.test("Ctrl-C during backup create leaves nothing of the backup", async () => {
  const [storage, place] = [temporaryDirectory(), temporaryDirectory()];
  const h = await Harness.open({}, storage);
  const content = randomBytes(64 * 1024 * 1024);
  const owner = { kind: "stream" as const, id: "audio_session/x" };
  await keepMaterial(contextFor(h.service, "operator"), { content, owner, until: null });
  await h.close();
  const watcher = Deno.watchFs(place);
  const child = spawnCli(["backup", "create", "--storage", storage, "--output", place]);
  for await (const { kind } of watcher) if (kind === "create") break;
  child.kill("SIGINT");
  const { code, signal, stderr } = await child.output();
  assert.deepEqual([code, signal, [...Deno.readDirSync(place)]], [1, null, []]);
  assert.match(new TextDecoder().decode(stderr), /Interrupted\. No backup was created/);
  for (const directory of [place, storage]) Deno.removeSync(directory, { recursive: true });
});

Deno.test("backup verify says of a database of a newer program that it is one", async () => {
  const directory = temporaryDirectory();
  const database = new Database(join(directory, "harness.db"));
  database.exec("pragma user_version = 99");
  database.close();
  const { code, stdout } = await runCli(["backup", "verify", directory]);
  assert.equal(code, 1);
  assert.match(stdout, /schema version is 99/);
  const create = await runCli(["backup", "create", "--storage", directory]);
  assert.equal(create.code, 1);
  assert.match(create.stderr, /No backup was created: The store has schema version 99/);
  Deno.removeSync(directory, { recursive: true });
});
