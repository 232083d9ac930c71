import assert from "node:assert/strict";
import fc from "fast-check";
import { describeLoss, type FoundHead, readHeadFile, type RecordedHead } from "../../store/head_file.ts";
import { closeStore, openStore } from "../../store/mod.ts";
import { sha256 } from "../../store/chain.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A log of `length` entries; entries from `forkedAt` on are others than those of the same log without a fork. */
function log(installation: string, length: number, forkedAt = Infinity): FoundHead {
  return {
    installation: length === 0 ? null : installation,
    sequence: length,
    hashAt: (n) => n < 1 || n > length ? null : sha256(`${installation} ${n} ${n >= forkedAt ? "fork" : ""}`),
  };
}

const recordedAt = (installation: string, sequence: number): RecordedHead => ({
  installation,
  sequence,
  hash: log(installation, sequence).hashAt(sequence) ?? "0".repeat(64),
  open: false,
});

Deno.test("describeLoss: a log is accepted exactly when it continues from the recorded head", () => {
  const length = fc.nat({ max: 40 });
  fc.assert(
    fc.property(length, length, length, fc.boolean(), (recorded, found, fork, isOther) => {
      const forkedAt = fork + 1;
      const database = log(isOther ? "b" : "a", found, forkedAt);
      const goesOn = found >= recorded && !isOther && (recorded === 0 || recorded < forkedAt);
      const neverUsed = recorded === 0 && found === 0;
      const loss = describeLoss(recordedAt("a", recorded), database);
      if (!neverUsed) {
        assert.equal(loss === null, goesOn, `${recorded} ${found} ${forkedAt} ${isOther}: ${loss}`);
      }
    }),
    { numRuns: 2000 },
  );
  assert.equal(describeLoss(null, log("a", 0)), null);
  assert.match(describeLoss("damaged", log("a", 3))!, /head\.json cannot be read/);
});

Deno.test("a head file that was cut short or edited is damaged; it is never taken for another head", () => {
  const directory = temporaryDirectory();
  closeStore(openStore(directory));
  const path = `${directory}/head.json`;
  const whole = Deno.readTextFileSync(path);
  const head = readHeadFile(directory);
  assert.ok(head !== null && head !== "damaged");
  for (let length = 0; length < whole.trimEnd().length; length++) {
    Deno.writeTextFileSync(path, whole.slice(0, length));
    assert.equal(readHeadFile(directory), "damaged", whole.slice(0, length));
  }
  for (
    const value of [
      "null",
      "[]",
      "{}",
      whole.replace("false", "1"),
      whole.replace('"sequence":0', '"sequence":-1'),
    ]
  ) {
    Deno.writeTextFileSync(path, value);
    assert.equal(readHeadFile(directory), "damaged", value);
  }
  Deno.removeSync(directory, { recursive: true });
});

/** Commits and records heads until it is killed; prints each sequence that is durable. */
const WRITER = `
  const { openStore } = await import(MODULES + "store/mod.ts");
  const { checkpoint, recordHead } = await import(MODULES + "store/head_file.ts");
  const { systemStream } = await import(MODULES + "store/system/stream.ts");
  const store = openStore(Deno.args[0]);
  const event = { type: "audit.integrity_warning", data: { detail: "x" } };
  for (let n = 0;; n++) {
    await store.commit(() => store.append(systemStream, "service", [event], { actor: "system", at: "2026-01-02T03:04:05.678Z" }));
    Deno.stdout.writeSync(new TextEncoder().encode(store.head + "\\n"));
    if (n % 3 === 0) checkpoint(store.database);
    recordHead(store, true);
  }`;

Deno.test("whenever a process is killed that records heads, the next start has every durable entry and is not refused", async () => {
  const directory = temporaryDirectory();
  const modules = new URL("../../", import.meta.url).href;
  const code = WRITER.replaceAll("MODULES", JSON.stringify(modules));
  let durable = 0;
  for (let round = 0; round < 12; round++) {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", "--quiet", code, directory],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    let printed = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text;
      // Somewhere in what it does after the line that was read: each round at another one.
      if (printed.split("\n").length > 2 + round * 3) child.kill("SIGKILL");
    }
    await child.status;
    const lines = printed.split("\n");
    durable = Math.max(durable, Number(lines.at(-2) ?? 0));
    assert.ok(durable > 0);
    const store = openStore(directory);
    assert.ok(store.head >= durable, `${store.head} of ${durable} entries are there`);
    closeStore(store);
  }
  Deno.removeSync(directory, { recursive: true });
});
