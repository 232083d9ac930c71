import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join, normalize } from "node:path";
import { InvalidError } from "../../../../services/ground/kernel/errors.ts";
import { CheckedTrees } from "../../../../services/machine/repositories/exchange/checked_trees.ts";
import { readObjects } from "../../../../services/machine/repositories/exchange/objects.ts";
import type { Random } from "../../../recovery/load/random.ts";
import { temporaryDirectory } from "../../../temporary.ts";
import { bytesOf, size, template, textOf } from "../bytes.ts";
import type { Target } from "../engine.ts";

const NAMES = [
  "a",
  "A",
  "b.txt",
  "..",
  ".",
  "",
  ".git",
  ".GIT",
  "git~1",
  ".git ",
  ".gitmodules",
  "a\\b",
  "a/b",
  "\u00e9",
  "e\u0301",
  "\xff",
  "CON",
  "a:b",
  "x".repeat(260),
  ".g\u200cit",
];
const MODES = ["100644", "100755", "120000", "160000", "40000", "100600", "0", "040000"];
const LINKS = ["a", "../a", "../../x", "/etc/passwd", ".git/config", "a/../../x", "C:/x", ".", ""];

const idOf = (type: string, content: string): string =>
  createHash("sha1").update(`${type} ${content.length}\0`).update(bytesOf(content)).digest("hex");

/** Objects with the right ids, whose trees have names that no tree should have. */
function objectsOf(random: Random): string {
  const of = <Item>(items: readonly Item[]) => items[random.between(0, items.length - 1)]!;
  const objects = new Map<string, { type: string; content: string }>();
  const add = (type: string, content: string): string => {
    const id = idOf(type, content);
    objects.set(id, { type, content });
    return id;
  };
  const treeOf = (depth: number): string => {
    let content = "";
    for (let n = random.between(1, 4); n > 0; n--) {
      const mode = of(MODES);
      const id = mode === "40000" && depth < 4
        ? treeOf(depth + 1)
        : add("blob", mode === "120000" ? of(LINKS) : `content ${n}`);
      const name = random.next() < 0.6 ? `f${n}` : textOf(new TextEncoder().encode(of(NAMES)));
      content += `${mode} ${name}\0${textOf(Uint8Array.fromHex(id))}`;
    }
    return add("tree", content);
  };
  add("commit", `tree ${treeOf(0)}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx\n`);
  return [...objects].map(([id, { type, content }]) => `${id} ${type} ${content.length}\n${content}\n`).join(
    "",
  );
}

/** Objects of git from another machine: paths that a checkout may write inside of its directory, or a sentence. */
export const gitObjects: Target = {
  name: "git_objects",
  seeds: (random) => Array.from({ length: 20 }, () => bytesOf(objectsOf(random))),
  make: (random) => bytesOf(objectsOf(random)),
  words: ["tree ", "blob ", "commit ", "\n", "\0", "100644 a\0", "40000 d\0", "120000 l\0", "..", ".git"],
  check: async (input) => {
    const directory = temporaryDirectory();
    try {
      const path = join(directory, "objects");
      await Deno.writeFile(path, input);
      const trees = new CheckedTrees("sha1");
      const ids: string[] = [];
      for await (const object of readObjects(path, "sha1")) {
        trees.add(object);
        if (object.type === "tree") ids.push(object.id);
      }
      return [`${size(ids.length)} trees`, ...ids.slice(0, 20).flatMap((id) => filesOf(trees, id))];
    } catch (cause) {
      if (!(cause instanceof InvalidError)) throw cause;
      return [`refused: ${template(cause.message)}`];
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
};

function filesOf(trees: CheckedTrees, id: string): string[] {
  try {
    const { files } = trees.filesOf(id);
    const names = new Set<string>();
    for (const { path } of files) {
      assert.equal(normalize(join("/root", path)), `/root/${path}`, "a path that leads elsewhere");
      assert.ok(
        path.split("/").every((part) =>
          part !== "" && !/^(?:\.git|git~1)[ .]*$/i.test(part.replaceAll("\u200c", ""))
        ),
        "a path of git's own",
      );
      const folded = path.normalize("NFC").toLowerCase();
      assert.ok(!names.has(folded), "a path that is there twice");
      names.add(folded);
    }
    return [`${size(files.length)} files ${[...new Set(files.map(({ mode }) => mode))].sort()}`];
  } catch (cause) {
    if (!(cause instanceof InvalidError)) throw cause;
    return [`refused: ${template(cause.message)}`];
  }
}
