import assert from "node:assert/strict";
import { inflateRawSync } from "node:zlib";
import { SKILL_LIMITS } from "../../../../services/knowledge/skills/limits.ts";
import { filesOf } from "../../../../services/knowledge/skills/pack.ts";
import { readZip } from "../../../../services/knowledge/skills/read_zip.ts";
import { renamed, zipOf } from "../../../skills/archives.ts";
import { size, template, textOf } from "../bytes.ts";
import type { Target } from "../engine.ts";

const [LOCAL, CENTRAL] = [0x0403_4b50, 0x0201_4b50];

/** The files of an archive by its directory, as a simple program reads them. */
function simply(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const files = new Map<string, string>();
  const end = textOf(bytes).lastIndexOf("PK\x05\x06");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    assert.equal(view.getUint32(at, true), CENTRAL);
    const [method, compressed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
    if (path.endsWith("/")) continue; // It has no content, so nobody reads its own header.
    assert.equal(view.getUint32(local, true), LOCAL);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const data = bytes.subarray(start, start + compressed);
    files.set(path, textOf(method === 0 ? data : inflateRawSync(data)));
  }
  return files;
}

/** Zip archives of skills: files that a simple second reader finds as well, within the limits, or a sentence. */
export const zip: Target = {
  name: "zip",
  seeds: async () => {
    const skill = [{ name: "SKILL.md", content: "---\nname: a\ndescription: b\n---\ntext\n" }, {
      name: "scripts/a.sh",
      content: "echo\n".repeat(200),
    }];
    const one = await zipOf(skill);
    return [
      one,
      await zipOf(skill.map((file) => ({ ...file, level: 0 }))),
      await zipOf([...skill, { name: "link", content: "/etc/passwd", unixMode: 0o120777 }]),
      await zipOf([...skill, { name: "dir/", content: "" }, { name: ".git/config", content: "x" }]),
      await zipOf([...skill, { name: "secret", content: "x", password: "p" }]),
      await zipOf([{ name: "bomb", content: "\0".repeat(200_000) }]),
      renamed(one, "scripts/a.sh", "../../etc/ab"),
    ];
  },
  words: [
    "PK\x03\x04",
    "PK\x01\x02",
    "PK\x05\x06",
    "PK\x06\x06",
    "PK\x06\x07",
    "PK\x07\x08",
    "SKILL.md",
    "../",
    "/",
    "\\",
    "\0",
    "\x08\x00",
    "\x00\x00",
    "\x01\x00",
    "\xff\xff\xff\xff",
  ],
  check: async (input) => {
    let pairs: [string, string][];
    try {
      pairs = await readZip(input);
    } catch (cause) {
      // What is thrown becomes the sentence of the parser's process.
      if (!(cause instanceof Error)) throw cause;
      return [`refused: ${template(cause.message)}`];
    }
    const files = filesOf(pairs);
    if (files.length === 0) return ["nothing"]; // Of several directories, an empty one may have been meant.
    const theirs = simply(input);
    for (const { path, bytes } of files) {
      assert.equal(textOf(bytes), theirs.get(path), "a second reader finds another file");
    }
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    assert.ok(files.length <= SKILL_LIMITS.files && total <= SKILL_LIMITS.bytes);
    return [`${size(files.length)} files, ${size(total)}`];
  },
};
