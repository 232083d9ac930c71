import assert from "node:assert/strict";
import { Redactor } from "../../services/ground/kernel/redactor.ts";
import { parseKey } from "../../services/ground/kernel/key_text.ts";
import { deriveKey, readKeyFile } from "../../services/accounts/secrets/master_key.ts";
import { Vault } from "../../services/accounts/secrets/vault.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import type { Log } from "../../services/ground/kernel/log.ts";
import { type Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { CANARY, restarted, store, systemOf } from "./secrets_world.ts";

const USE = { call: "model.call", host: "api.example.org" };

/** The sentence with which a use fails; the status of the secret says the same beforehand, and neither says the value. */
async function refusalOf(h: Harness, id: string): Promise<string> {
  const { materialStatus, detail, fix } = await h.operator("GET /secrets/:id/status", { params: { id } });
  let sentence = "";
  await assert.rejects(useSecret(systemOf(h), { id }, USE), (error: Error) => {
    sentence = error.message;
    return true;
  });
  assert.ok(materialStatus === "missing" || materialStatus === "unreadable", materialStatus);
  assert.ok(fix, detail);
  for (const text of [sentence, detail, fix]) {
    // It may end up in what the agent reads of a run or a provider: no value, no id, no hash.
    assert.ok(!/do-not-show|secret_|[0-9a-f]{16}/.test(text.replaceAll(h.directory, "")), text);
  }
  assert.equal((await h.operator("GET /secrets/:id", { params: { id } })).receipts.total, 0);
  return sentence;
}

Deno.test("a key file that others may read is refused with its mode and the command, until that was run", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const { keyFile } = h.service.vault;
  for (const mode of [0o640, 0o604, 0o660, 0o777]) {
    await Deno.chmod(keyFile, mode);
    const sentence = await refusalOf(h, id);
    assert.ok(sentence.includes(`has the mode ${mode.toString(8)}`), sentence);
    assert.ok(sentence.endsWith(`Run: chmod 600 ${keyFile}`), sentence);
    const refused = await h.json("POST", "/secrets", {
      name: "other",
      kind: "token",
      value: "another-long-value",
    });
    assert.deepEqual([refused.status, refused.body.error], [500, sentence]);
  }
  await Deno.chmod(keyFile, 0o400);
  assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
});

Deno.test("a key file that is cut off or holds something else is named, and never replaced", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const { keyFile } = h.service.vault;
  const key = Deno.readTextFileSync(keyFile);
  for (const text of [key.slice(0, 20), "", "hello", `${key.trim()}AAAA`, "\0".repeat(45)]) {
    Deno.writeTextFileSync(keyFile, text);
    assert.match(await refusalOf(h, id), /does not contain a key .* Restore the file from your backup/);
    assert.equal(
      (await h.json("POST", "/secrets", { name: "b", kind: "token", value: "another-long-value" })).status,
      500,
    );
    assert.equal(Deno.readTextFileSync(keyFile), text);
  }
  Deno.writeTextFileSync(keyFile, key);
  assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
});

Deno.test("a key file that went missing is not replaced as long as it has encrypted anything", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const { keyFile } = h.service.vault;
  const key = Deno.readTextFileSync(keyFile);
  Deno.removeSync(keyFile);
  assert.match(await refusalOf(h, id), /is missing\. Restore it from your backup/);
  const body = { name: "b", kind: "token", value: "another-long-value" };
  assert.equal((await h.json("POST", "/secrets", body)).status, 500);
  await h.operator("POST /secrets/:id/delete", { params: { id } });
  assert.equal((await h.json("POST", "/secrets", body)).status, 201);
  assert.notEqual(Deno.readTextFileSync(keyFile), key);
});

Deno.test("another key is told from damage, and the right one back makes the secret readable again", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const { keyFile, files } = h.service.vault;
  const key = Deno.readTextFileSync(keyFile);
  Deno.writeTextFileSync(keyFile, new Uint8Array(32).toBase64());
  assert.match(
    await refusalOf(h, id),
    /encrypted with a different master key than that of .*master\.key\. Restore that key/,
  );
  Deno.writeTextFileSync(keyFile, key);

  const path = files.path({ id, version: 1 });
  const sealed = Deno.readTextFileSync(path);
  const flipped = JSON.parse(sealed);
  flipped.value.sealed = new Uint8Array(
    Uint8Array.fromBase64(flipped.value.sealed).map((byte, i) => i ? byte : byte ^ 1),
  )
    .toBase64();
  for (const text of [sealed.slice(0, 100), "", "{}", JSON.stringify(flipped)]) {
    Deno.writeTextFileSync(path, text);
    await assert.rejects(useSecret(systemOf(h), { id }, USE), /was changed or truncated\. Restore its file/);
  }
  Deno.removeSync(path);
  assert.match(await refusalOf(h, id), /is missing from the storage directory\. Restore its file/);
  Deno.writeTextFileSync(path, sealed);
  assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
});

Deno.test("the material of one secret or version is not taken for that of another", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const other = await store(h, "another-long-value", { name: "other" });
  const { files } = h.service.vault;
  const first = Deno.readTextFileSync(files.path({ id, version: 1 }));
  Deno.writeTextFileSync(files.path({ id: other.id, version: 1 }), first);
  await assert.rejects(useSecret(systemOf(h), { id: other.id }, USE), /was changed or truncated/);
  await h.operator("POST /secrets", {
    body: { id, name: "canary", kind: "api-key", value: "rotated-long-value" },
  });
  Deno.writeTextFileSync(files.path({ id, version: 2 }), first);
  await assert.rejects(useSecret(systemOf(h), { id }, USE), /was changed or truncated/);
});

Deno.test("a new key is on disk before anything is derived from it", () => {
  const directory = temporaryDirectory();
  const vault = new Vault(directory, null, new Redactor());
  const synced: string[][] = [];
  const sync = vault.files.sync.bind(vault.files);
  vault.files.sync = () => {
    sync();
    synced.push([...Deno.readDirSync(vault.files.directory)].map(({ name }) => name));
  };
  const key = vault.keyToWrite();
  assert.deepEqual(synced, [["master.key"]]);
  assert.equal(vault.keyToWrite().id, key.id);
  assert.equal(synced.length, 1, "one that is there is not written again");
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("AGENT_HARNESS_MASTER_KEY takes the place of the key file, and is known to the redactor from the start", async () => {
  await using h = await harness();
  const masterKey = "0123456789abcdef".repeat(4);
  const config = { ...h.service.config, masterKey };
  const redactor = new Redactor();
  const open = (key: string | null) => new Vault(config.storageDirectory, key, redactor);
  const vault = open(config.masterKey);
  const name = { id: `secret_${"0".repeat(26)}`, version: 1 };
  vault.store(name, CANARY);
  assert.equal(vault.read(name, "canary"), CANARY);
  assert.deepEqual([...Deno.readDirSync(vault.files.directory)].map((entry) => entry.name), [`${name.id}.1`]);
  assert.deepEqual(redactor.labelsIn(`key=${masterKey}`), ["AGENT_HARNESS_MASTER_KEY"]);
  const base64 = Uint8Array.fromHex(masterKey).toBase64();
  assert.equal(open(base64).read(name, "canary"), CANARY);
  assert.throws(() => h.service.vault.read(name, "canary"), /key file .* is missing/);
});

Deno.test("parseKey takes 32 bytes in base64, base64url or hex, and nothing else", () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  for (
    const text of [
      bytes.toBase64(),
      bytes.toBase64({ alphabet: "base64url", omitPadding: true }),
      bytes.toHex(),
    ]
  ) {
    assert.deepEqual(parseKey(text), bytes);
  }
  for (
    const text of [
      "",
      "secret",
      bytes.toHex().slice(1),
      `${bytes.toBase64()}=`,
      bytes.subarray(1).toBase64(),
      "é".repeat(43),
    ]
  ) {
    assert.equal(parseKey(text), null, text);
  }
});

Deno.test("stored material is AES-256-GCM as Web Crypto opens it, bound to its id and version", async () => {
  await using h = await harness();
  const { id } = await store(h);
  const envelope = JSON.parse(Deno.readTextFileSync(h.service.vault.files.path({ id, version: 1 })));
  const bound = (part: string) =>
    new TextEncoder().encode(`agent-harness/secret-material/1\n${part}\n${id}\n1`);
  const decrypt = async (key: Uint8Array, box: { nonce: string; sealed: string }, part: string) => {
    const imported = await crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, ["decrypt"]);
    const algorithm = { name: "AES-GCM", iv: Uint8Array.fromBase64(box.nonce), additionalData: bound(part) };
    return new Uint8Array(
      await crypto.subtle.decrypt(algorithm, imported, Uint8Array.fromBase64(box.sealed)),
    );
  };
  const { key } = readKeyFile(h.service.vault.keyFile)!;
  const dataKey = await decrypt(deriveKey(key, "data-key-encryption"), envelope.dataKey, "data-key");
  assert.equal(new TextDecoder().decode(await decrypt(dataKey, envelope.value, "value")), CANARY);
});

Deno.test("a service with an unfit key starts, and says so in its log before anybody needs a secret", async () => {
  const lines: string[] = [];
  const log: Log = { info: () => {}, error: (message) => void lines.push(message) };
  let h = await harness();
  try {
    await store(h);
    await Deno.chmod(h.service.vault.keyFile, 0o644);
    h = await restarted(h, { log });
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /has the mode 644, .* Run: chmod 600 /);
    assert.equal((await h.send("/health", {}, null)).status, 200);
  } finally {
    await h[Symbol.asyncDispose]();
  }
});

Deno.test("a service without secrets makes neither a key nor a directory for them", async () => {
  await using h = await harness();
  await h.operator("GET /secrets");
  await h.operator("GET /control-plane/backup-manifest");
  assert.throws(() => Deno.statSync(h.service.vault.files.directory), Deno.errors.NotFound);
});
