import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { BackupDamagedError, PassphraseError } from "../../services/operations/backups/archive/damaged.ts";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { writeArchive } from "../../services/operations/backups/archive/write.ts";
import { sha256 } from "../../store/chain.ts";
import { filesBelow } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";
import { BLOCKS, inFirstFormat, WRITTEN_BY_0_1_0 } from "./first_format.ts";
import { PASSPHRASE } from "./made.ts";

const HASH = "ab".repeat(32);
/** Sizes around what the layers cut at: a tar block, a part of an age file, a read, and a block of the first format. */
const SIZES = [
  0,
  1,
  511,
  512,
  513,
  65_535,
  65_536,
  65_537,
  262_144,
  1_048_575,
  1_048_576,
  1_048_577,
  2_500_000,
];

/** Enough for a test: scrypt at its usual cost takes a second. */
const WORK_FACTOR = 10;

type Format = "a plain" | "an age" | "a first-format";
const FORMATS: readonly Format[] = ["a plain", "an age", "a first-format"];

/** An archive with one file of each content, in a directory of its own. */
async function archiveOf(contents: readonly Uint8Array[], format: Format, passphrase = PASSPHRASE) {
  const directory = temporaryDirectory();
  const path = join(directory, "archive");
  const encryption = format === "an age" ? { passphrase, workFactor: WORK_FACTOR } : null;
  await writeArchive({ path, encryption, at: new Date(0) }, async (archive) => {
    for (const [i, content] of contents.entries()) await archive.bytes(`secrets/${i}`, content);
  });
  if (format === "a first-format") {
    Deno.writeFileSync(path, await inFirstFormat(Deno.readFileSync(path), passphrase));
  }
  return { directory, path };
}

async function extracted(path: string, passphrase: string | null) {
  const into = temporaryDirectory();
  try {
    const files = await extractArchive(path, into, passphrase);
    return { files, there: [...filesBelow(into)].map(({ bytes }) => sha256(bytes)).sort() };
  } finally {
    Deno.removeSync(into, { recursive: true });
  }
}

/** Bytes that no compression makes fewer. */
const noise = (size: number): Uint8Array => randomBytes(size);

for (const kind of FORMATS) {
  const passphrase = kind === "a plain" ? null : PASSPHRASE;

  Deno.test(`extractArchive() gives what writeArchive() put into ${kind} archive, whatever its size`, async () => {
    const contents = SIZES.map(noise);
    const { directory, path } = await archiveOf(contents, kind);
    const { files, there } = await extracted(path, passphrase);
    assert.deepEqual(
      files,
      contents.map((bytes, i) => ({ path: `secrets/${i}`, size: bytes.length, sha256: sha256(bytes) })),
    );
    assert.deepEqual(there, contents.map(sha256).sort());
    Deno.removeSync(directory, { recursive: true });
  });

  Deno.test(`extractArchive() refuses ${kind} archive of which any byte is changed, cut off, added or moved`, async () => {
    const { directory, path } = await archiveOf([noise(3000), noise(0), noise(70_000)], kind);
    const whole = Deno.readFileSync(path);
    const damaged = join(directory, "damaged");
    const edges = [...Array(200).keys(), ...Array.from({ length: 160 }, (_, i) => whole.length - 1 - i)];
    const at = fc.oneof(fc.constantFrom(...edges), fc.nat(whole.length - 1));
    const damage = fc.oneof(
      fc.record({ how: fc.constant("flip" as const), at, bits: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ how: fc.constant("cut" as const), at, bits: fc.constant(0) }),
      fc.record({ how: fc.constant("add" as const), at, bits: fc.nat(255) }),
      fc.record({ how: fc.constant("drop" as const), at, bits: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async ({ how, at, bits }) => {
        const put = how === "flip" ? [whole[at]! ^ bits] : how === "add" ? [bits, whole[at]!] : [];
        const rest = how === "cut" ? [] : [Uint8Array.from(put), whole.subarray(at + 1)];
        const bytes = Buffer.concat([whole.subarray(0, at), ...rest]);
        Deno.writeFileSync(damaged, bytes);
        await assert.rejects(
          extracted(damaged, passphrase),
          (error) => error instanceof BackupDamagedError || error instanceof PassphraseError,
        );
      }),
      { numRuns: passphrase === null ? 150 : 60, examples: [[{ how: "cut", at: 0, bits: 0 }]] },
    );
    await extracted(path, passphrase);
    Deno.removeSync(directory, { recursive: true });
  });
}

for (const format of ["an age", "a first-format"] as const) {
  Deno.test(`extractArchive() of ${format} archive needs its own passphrase, in any Unicode form of it`, async () => {
    const { directory, path } = await archiveOf([noise(10)], format, "Zażółć gęślą jaźń");
    await extracted(path, "Zażółć gęślą jaźń".normalize("NFD"));
    for (const wrong of [null, "", "Zażółć gęślą jaźn", PASSPHRASE]) {
      await assert.rejects(extracted(path, wrong), PassphraseError);
    }
    Deno.removeSync(directory, { recursive: true });
  });

  Deno.test(`extractArchive() refuses ${format} archive whose blocks were swapped, or that ends after a whole one`, async () => {
    const { directory, path } = await archiveOf([noise(5_000_000)], format);
    const whole = Deno.readFileSync(path);
    const { start, size } = format === "an age" ? ageBlocks(whole) : BLOCKS;
    const blocks = (from: number, to: number) => whole.slice(start + from * size, start + to * size);
    const parts = [whole.slice(0, start), blocks(1, 2), blocks(0, 1), whole.slice(start + 2 * size)];
    Deno.writeFileSync(path, await new Blob(parts).bytes());
    await assert.rejects(extracted(path, PASSPHRASE), /block 1 was changed|a part of it was changed, moved/);
    Deno.writeFileSync(path, whole.slice(0, start + 3 * size));
    await assert.rejects(extracted(path, PASSPHRASE), /incomplete|cut off/);
    Deno.removeSync(directory, { recursive: true });
  });
}

/** Where the parts of an age file begin, after the header's line with its authentication code and a nonce. */
function ageBlocks(file: Uint8Array) {
  const mac = Buffer.from(file).indexOf("\n--- ");
  return { start: file.indexOf(0x0a, mac + 1) + 1 + 16, size: 65_536 + 16 };
}

Deno.test("extractArchive() reads an encrypted archive that version 0.1.0 wrote", async () => {
  const directory = temporaryDirectory();
  const path = join(directory, "archive");
  Deno.writeFileSync(path, Uint8Array.fromBase64(WRITTEN_BY_0_1_0));
  const { there } = await extracted(path, PASSPHRASE);
  assert.deepEqual(there, ["first\n", "second\n"].map((text) => sha256(text)).sort());
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("writeArchive() refuses a passphrase that is too short", async () => {
  const directory = temporaryDirectory();
  const to = { path: join(directory, "archive"), encryption: { passphrase: "short" }, at: new Date(0) };
  await assert.rejects(writeArchive(to, async () => {}), PassphraseError);
  Deno.removeSync(directory, { recursive: true });
});

const OUTSIDE = [
  "../evil",
  "/etc/passwd",
  "secrets/../../evil",
  "secrets/..",
  "secrets/.hidden",
  "artifacts/ab/../../x",
  `artifacts/zz/${HASH}`,
  "harness.db/x",
  "HARNESS.DB",
  "secrets\\evil",
  "secrets//a",
  "lock",
];

Deno.test("extractArchive() writes nothing outside of its directory, and takes no name that belongs to no backup", async () => {
  for (const name of OUTSIDE) {
    const directory = temporaryDirectory();
    const path = join(directory, "archive");
    await writeArchive({ path, encryption: null, at: new Date(0) }, async (archive) => {
      await archive.bytes(name, noise(10));
    });
    const into = join(directory, "a", "b");
    Deno.mkdirSync(into, { recursive: true });
    await assert.rejects(extractArchive(path, into, null), BackupDamagedError, name);
    assert.deepEqual([...filesBelow(directory)].map((file) => file.path), [path], name);
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("gzip and tar of this machine read a plain archive, seal and all", async () => {
  const { directory, path } = await archiveOf([noise(1000), noise(100)], "a plain");
  const run = async (program: string, ...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  await run("gzip", "--test", path);
  assert.equal(await run("tar", "-tzf", path), "secrets/0\nsecrets/1\n");
  Deno.removeSync(directory, { recursive: true });
});
