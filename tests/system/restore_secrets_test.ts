import assert from "node:assert/strict";
import { join } from "node:path";
import { type Harness, harness } from "../harness.ts";
import { copyDirectory } from "../kit/copy_directory.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A copy of a service's whole directory, damaged by `by`, and what its verification says. */
async function verifyCopyOf(
  h: Harness,
  by: (directory: string) => void,
  more: Record<string, unknown> = {},
) {
  const directory = temporaryDirectory();
  try {
    copyDirectory(h.directory, directory);
    by(directory);
    const body = { directory, ...more };
    const report = await h.operator("POST /control-plane/restore-verification", { body });
    const failed = report.checks.filter(({ ok }) => !ok);
    return { report, failed: failed.map(({ name }) => name), detail: failed[0]?.detail ?? "" };
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

async function withSecret(): Promise<Harness> {
  const h = await harness();
  await h.operator("POST /secrets", { body: { name: "k", kind: "api-key", value: "a-value-of-a-secret" } });
  Deno.writeTextFileSync(join(h.directory, "providers.json"), '{"providers":[]}');
  return h;
}

const material = (directory: string): string => {
  const names = [...Deno.readDirSync(join(directory, "secrets"))].map(({ name }) => name);
  return join(directory, "secrets", names.find((name) => name.startsWith("secret_"))!);
};

const remove = (...path: string[]) => Deno.removeSync(join(...path), { recursive: true });

Deno.test("restore verification: secrets that cannot be read from the copy are found, each for its reason", async () => {
  await using h = await withSecret();
  const whole = await verifyCopyOf(h, () => {});
  assert.deepEqual(whole.failed, [], whole.detail);
  const damage: [string, (directory: string) => void, RegExp][] = [
    ["no secrets", (it) => remove(it, "secrets"), /master key is missing/],
    [
      "no key",
      (it) => remove(it, "secrets", "master.key"),
      /master key is missing.*AGENT_HARNESS_MASTER_KEY/,
    ],
    [
      "no material",
      (it) => remove(material(it)),
      /1 of 1 secret cannot be read: the value of secret_\w+ is missing/,
    ],
    ["cut material", (it) => Deno.truncateSync(material(it), 20), /was changed or truncated/],
    [
      "another key",
      (it) => Deno.writeTextFileSync(join(it, "secrets", "master.key"), `${new Uint8Array(32).toBase64()}\n`),
      /encrypted with a different master key/,
    ],
  ];
  for (const [what, by, sentence] of damage) {
    const { failed, detail, report } = await verifyCopyOf(h, by);
    assert.deepEqual(failed, ["secrets"], what);
    assert.match(detail, sentence, what);
    assert.equal(report.ok, false);
    assert.ok(!JSON.stringify(report).includes("a-value-of-a-secret"));
  }
});

Deno.test("restore verification: configuration that cannot be followed is found, absent configuration is said", async () => {
  await using h = await withSecret();
  const absent = await verifyCopyOf(h, (it) => remove(it, "providers.json"));
  assert.deepEqual(absent.failed, []);
  assert.match(
    absent.report.checks.find(({ name }) => name === "configuration")!.detail,
    /providers\.json and sandbox\.json are missing/,
  );
  for (const name of ["providers.json", "sandbox.json"]) {
    const { failed, detail } = await verifyCopyOf(
      h,
      (it) => Deno.writeTextFileSync(join(it, name), '{ "providers": ['),
    );
    assert.deepEqual(failed, ["configuration"], name);
    assert.ok(detail.includes(name), detail);
  }
});

Deno.test("restore verification: a copy that lacks the newest entries fails against the head that is expected of it", async () => {
  await using h = await withSecret();
  const { chainHead } = await h.operator("GET /control-plane/backup-manifest");
  const same = await verifyCopyOf(h, () => {}, { expectedHead: chainHead });
  assert.deepEqual([same.failed, same.report.head], [[], chainHead]);
  const withoutLog = (it: string) => {
    remove(it, "harness.db-wal");
    remove(it, "head.json");
  };
  const lost = await verifyCopyOf(h, withoutLog, { expectedHead: chainHead });
  assert.ok(lost.failed.includes("expected_head"), lost.failed.join());
  assert.ok((lost.report.head?.sequence ?? 0) < chainHead.sequence);
  const torn = await verifyCopyOf(h, (it) => {
    const wal = join(it, "harness.db-wal");
    Deno.truncateSync(wal, Math.floor(Deno.statSync(wal).size / 2));
    remove(it, "head.json");
  }, { expectedHead: chainHead });
  assert.ok(torn.failed.includes("expected_head"), torn.failed.join());
  const other = { ...chainHead, hash: "0".repeat(64) };
  assert.deepEqual((await verifyCopyOf(h, () => {}, { expectedHead: other })).failed, ["expected_head"]);
  const { status } = await h.json("POST", "/control-plane/restore-verification", {
    expectedHead: { sequence: 1, hash: "x" },
  });
  assert.equal(status, 400);
});
