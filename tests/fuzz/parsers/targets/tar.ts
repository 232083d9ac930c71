import assert from "node:assert/strict";
import { join, normalize } from "node:path";
import { packTar } from "modern-tar";
import {
  BackupDamagedError,
  extractArchive,
  hashOfFile,
} from "../../../../services/operations/backups/archive/mod.ts";
import { sealing } from "../../../../services/operations/backups/archive/seal.ts";
import { temporaryDirectory } from "../../../temporary.ts";
import { OWN_WORDS, size, template, utf8 } from "../bytes.ts";
import type { Target } from "../engine.ts";

const RULES = {
  what: "a test",
  names: /^[ab](?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$|^manifest\.json$/,
  files: 50,
  bytes: () => 4_000_000,
};

const tarOf = (files: readonly { name: string; content: string; linkname?: string }[]): Promise<Uint8Array> =>
  packTar(files.map(({ name, content, linkname }) => ({
    header: { name, size: content.length, ...(linkname && { type: "symlink" as const, linkname, size: 0 }) },
    body: utf8(linkname ? "" : content),
  })));

/** Archives, from below their seal: files of the directory with the content that is said of them, or a sentence. */
export const tar: Target = {
  name: "tar",
  seeds: async () => [
    await tarOf([{ name: "manifest.json", content: "{}" }, { name: "a/x", content: "x".repeat(600) }]),
    await tarOf([{ name: `a/${"long".repeat(45)}`, content: "y" }, { name: "b/z", content: "" }]),
    await tarOf([{ name: "a/link", content: "", linkname: "/etc/passwd" }, { name: "a/link", content: "z" }]),
    await tarOf([{ name: "a/../../x", content: "z" }]),
  ],
  words: [
    "ustar\x0000",
    "ustar  \x00",
    "a/",
    "../",
    "/",
    "manifest.json",
    "\0",
    "0000644\0",
    "00000000010\0",
    "\x80\x00\x00\x00\x00\x00\x00\x01",
    "x",
    "g",
    "L",
    "K",
    "12 path=a/b\n",
    "22 size=99999999999\n",
    "0",
    "2",
    "5",
    "\0".repeat(512),
  ],
  check: async (input) => {
    const directory = temporaryDirectory();
    try {
      const path = join(directory, "archive");
      const sealed = new Blob([input.slice()]).stream().pipeThrough(new CompressionStream("gzip"))
        .pipeThrough(sealing());
      await Deno.writeFile(path, sealed);
      const into = join(directory, "into");
      const files = await extractArchive(path, into, null, undefined, RULES);
      for (const { path: name, size: length, sha256 } of files) {
        const place = join(into, name);
        assert.ok(normalize(place).startsWith(`${into}/`), "a file outside of the directory");
        assert.ok(
          (await Deno.lstat(place)).isFile && (await Deno.stat(place)).size === length,
          "another file than it says",
        );
        assert.equal(await hashOfFile(place), sha256);
      }
      return [`${size(files.length)} files, ${files.map((file) => size(file.size)).slice(0, 3)}`];
    } catch (cause) {
      if (!(cause instanceof BackupDamagedError)) throw cause;
      assert.match(cause.message, OWN_WORDS);
      return [`refused: ${template(cause.message)}`];
    } finally {
      assert.deepEqual(
        [...Deno.readDirSync(directory)].map(({ name }) => name).filter((name) =>
          !/^(?:archive|into)$/.test(name)
        ),
        [],
      );
      await Deno.remove(directory, { recursive: true });
    }
  },
};
