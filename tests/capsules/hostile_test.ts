import assert from "node:assert/strict";
import { join } from "node:path";
import { readCapsule } from "../../services/operations/capsules/read.ts";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { CAPSULE_RULES } from "../../services/operations/capsules/manifest.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import {
  commit,
  forged,
  type Inside,
  joined,
  type MadeObject,
  object,
  sealedArchive,
  tree,
} from "./forge.ts";
import { exported, FILES, readHere, verifiedRun } from "./made.ts";

/** What a reader found wrong first, as it is named. Everything is signed by somebody whom the reader trusts. */
async function faultOf({ path, signer }: { path: string; signer: string }): Promise<string> {
  const { report } = await readHere(path, signer);
  assert.equal(report.ok, false, "it was accepted");
  assert.equal(report.capsule, null, "it could be opened");
  const fault = report.checks.find(({ ok }) => !ok)!;
  return `${fault.name}: ${fault.detail}`;
}

/** Two capsules: of different runs of one repository. */
async function twoCapsules() {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const first = await exported(h, (await verifiedRun(h, repository)).id);
  const second = await exported(h, (await verifiedRun(h, repository)).id);
  return [first, second] as const;
}

const [OWN, OTHER] = await twoCapsules();

Deno.test("a capsule that a stranger signed again is intact, and its signer is named as unknown", async () => {
  const again = await forged(OWN.path, () => {});
  const { report } = await readHere(again.path, OWN.signer);
  assert.equal(report.ok, false);
  assert.equal(report.known, false);
  assert.equal(report.signer, again.signer);
  assert.match(
    report.checks.at(-1)!.detail,
    new RegExp(`^${again.signer.replace(/[+]/g, "\\+")} is unknown here`),
  );
  assert.ok((await readHere(OWN.path, OWN.signer)).report.ok, "the control: the first signer is known");
  assert.ok((await readHere(again.path, again.signer)).report.ok, "the control: whom one trusts may sign");
});

Deno.test("what is in a capsule must be what its manifest and its log say", async () => {
  const inside = new Map<string, Uint8Array>();
  await forged(OTHER.path, ({ files }) => files.forEach((bytes, name) => inside.set(name, bytes)));
  const attacks: [change: (inside: Inside) => void, fault: RegExp][] = [
    [
      ({ files }) => files.set("log.json", inside.get("log.json")!),
      /entries: .*it belongs to the run run_\w+, not to run_/,
    ],
    [
      ({ manifest }) => manifest.run.request = "something else",
      /run: It differs from the entries in: request/,
    ],
    [({ manifest }) => manifest.run.verifier = "true", /run: It differs from the entries in: verifier/],
    [({ manifest }) => manifest.run.setup = "curl evil", /run: It differs from the entries in: setup/],
    [({ manifest }) => manifest.run.evaluation = null, /run: It differs from the entries in: evaluation/],
    [
      ({ manifest }) => manifest.run.result = manifest.run.base,
      /run: It differs from the entries in: result/,
    ],
    [({ manifest }) => manifest.files.splice(1, 1), /files: The manifest does not name/],
    [({ files }) => files.delete("objects"), /files: The file objects \(.*\) is missing/],
    [
      ({ files }) => files.set("evidence/9999", new Uint8Array(1)),
      /files: The manifest does not name evidence\/9999/,
    ],
    [({ files, manifest }) => {
      files.delete("objects");
      manifest.files = manifest.files.filter(({ path }) => path !== "objects");
    }, /files: The manifest names .* repository without objects/],
    [({ files, manifest }) => {
      const evidence = manifest.files.find(({ path }) => path.startsWith("evidence/"))!;
      files.set(evidence.path, new TextEncoder().encode("forged"));
    }, /run: The evidence .* is not what the log recorded/],
    [({ files, manifest }) => {
      const at = manifest.files.findIndex(({ path }) => path.startsWith("evidence/"));
      files.delete(manifest.files.splice(at, 1)[0]!.path);
    }, /run: The evidence .* is not what the log recorded/],
    [({ manifest }) => manifest.withheldEntries.push(1, 2, 3), /entries: .*it is withheld, but has data/],
    [({ files }) => {
      const log = JSON.parse(new TextDecoder().decode(files.get("log.json")));
      log.entries.splice(2, 1);
      files.set("log.json", new TextEncoder().encode(JSON.stringify(log)));
    }, /entries: .*(is missing|does not link)/],
    [
      ({ files }) => files.set("log.json", new TextEncoder().encode("[]")),
      /log: log.json does not contain entries/,
    ],
    [
      ({ manifest }) => manifest.repository!.prefix = "../..",
      /objects: The directory "\.\.\/\.\." is not allowed/,
    ],
    [({ manifest }) => manifest.repository!.prefix = "a.txt", /objects: "a\.txt" is no directory/],
  ];
  for (const [change, fault] of attacks) assert.match(await faultOf(await forged(OWN.path, change)), fault);
});

/** Replaces the objects of a capsule, so that its base is this tree. */
const withTree = (root: MadeObject, others: readonly MadeObject[]) => ({ files, manifest }: Inside) => {
  const base = commit(root);
  files.set("objects", joined([base, root, ...others].map(({ printed }) => printed)));
  manifest.repository!.objects = others.length + 2;
  manifest.run.base = { commit: base.id, tree: root.id };
  manifest.run.result = null;
};

const BLOB = object("blob", "echo hostile\n");
const file = (name: string | Uint8Array, id = BLOB.id) => ["100644", name, id] as const;
const inDirectory = (name: string) => {
  const inner = tree([file("config")]);
  return { root: tree([["40000", name, inner.id]]), others: [BLOB, inner] };
};
const linkTo = (target: string, depth = 0) => {
  const blob = object("blob", target);
  let root = tree([["120000", "link", blob.id]]);
  const others = [blob];
  for (let at = 0; at < depth; at++) {
    others.push(root);
    root = tree([["40000", "d", root.id]]);
  }
  return { root, others };
};

/** Trees that name one another ten times: ten levels are ten billion paths. */
function bomb() {
  const others = [BLOB];
  let root = tree(Array.from({ length: 10 }, (_, i) => file(`f${i}`)));
  for (let level = 0; level < 10; level++) {
    others.push(root);
    const { id } = root;
    root = tree(Array.from({ length: 10 }, (_, i) => ["40000", `d${i}`, id] as const));
  }
  return { root, others };
}

Deno.test("no tree of a capsule leads out of its directory, into git's own, or to more paths than can be written", async () => {
  const attacks: [made: { root: MadeObject; others: MadeObject[] }, fault: RegExp][] = [
    [inDirectory(".git"), /objects: The path "\.git" must not be written: it is in a git directory/],
    [inDirectory(".GIT"), /it is in a git directory/],
    [inDirectory("git~1"), /it is in a git directory/],
    [inDirectory(".g\u200cit"), /it is in a git directory/],
    [inDirectory(".."), /must not be written/],
    [inDirectory("."), /must not be written/],
    [inDirectory("a/../../b"), /its name is not valid/],
    [inDirectory("/etc"), /its name is not valid/],
    [inDirectory("C:"), /it starts with a drive letter/],
    [inDirectory("..\\x"), /must not be written/],
    [{ root: tree([file(Uint8Array.of(0xff, 0xfe))]), others: [BLOB] }, /its name is not valid/],
    [{ root: tree([file("a"), file("a")]), others: [BLOB] }, /"a" is there twice on some file systems/],
    [{ root: tree([file("A"), file("a")]), others: [BLOB] }, /is there twice on some file systems/],
    [{ root: tree([file("é"), file("e\u0301")]), others: [BLOB] }, /is there twice on some file systems/],
    [{ root: tree([file("s"), file("\u017f")]), others: [BLOB] }, /is there twice on some file systems/],
    [{ root: tree([["10644", "pipe", BLOB.id]]), others: [BLOB] }, /has the mode 10644, which is no file/],
    [linkTo("/etc/passwd"), /The symbolic link "link" leads out of the directory, to "\/etc\/passwd"/],
    [linkTo("../x"), /leads out of the directory/],
    [linkTo("../../../x", 2), /leads out of the directory/],
    [linkTo("other/../../x"), /leads out of the directory/],
    [linkTo(".git/config"), /leads out of the directory/],
    [linkTo("git~1/config"), /leads out of the directory/],
    [linkTo("../.g\u200cit/config", 1), /leads out of the directory/],
    [linkTo(".git ./config"), /leads out of the directory/],
    [bomb(), /has more than 200000 paths/],
    [{ root: tree([file("gone", "1".repeat(40))]), others: [BLOB] }, /The content of "gone" is missing/],
    [
      { root: tree([["40000", "gone", "1".repeat(40)]]), others: [BLOB] },
      /The directory "gone\/" is missing/,
    ],
    [{ root: tree([file("a")]), others: [BLOB, BLOB] }, /The object \w+ appears twice/],
    [{ root: object("tree", "no tree"), others: [BLOB] }, /The tree \w+ cannot be read/],
    [{
      root: tree([file("a")]),
      others: [{ id: BLOB.id, printed: joined([`${BLOB.id} blob 3\nabc\n`]) }],
    }, /The object \w+ does not match its id/],
    [{
      root: tree([file("a")]),
      others: [{ id: BLOB.id, printed: joined([`${BLOB.id} blob 999999999999\n`]) }],
    }, /has 999999999999 bytes/],
    [{ root: tree([file("a")]), others: [object("tag", "object x\n")] }, /which is no object/],
    [
      { root: tree([file("a")]), others: [{ id: "", printed: joined([`${BLOB.id} missing\n`]) }] },
      /which is no object/,
    ],
  ];
  for (const [{ root, others }, fault] of attacks) {
    assert.match(await faultOf(await forged(OWN.path, withTree(root, others))), fault);
  }
  // The control: trees that are made the same way pass, and only the log says that they are not the run's.
  const controls = [
    inDirectory("git"),
    { root: tree([file("A"), file("b")]), others: [BLOB] },
    linkTo("x/y"),
    linkTo("../../x", 2),
  ];
  for (const { root, others } of controls) {
    assert.match(
      await faultOf(await forged(OWN.path, withTree(root, others))),
      /run: It differs from the entries in: base/,
    );
  }
});

const WITHOUT_RULES = { ...CAPSULE_RULES, names: /.*/s, files: Infinity, bytes: () => Infinity };

/** What a reader without the rules does, such as the program tar: the type of the entry, and where it would go. */
function listed(path: string): string {
  const { stdout } = new Deno.Command("tar", { args: ["-tvPzf", path], stderr: "null" }).outputSync();
  return new TextDecoder().decode(stdout);
}

Deno.test("an archive with any other entry than those of a capsule is refused by name", async () => {
  const content = new TextEncoder().encode("x");
  const attacks: [entries: Parameters<typeof sealedArchive>[0], fault: RegExp, control: RegExp][] = [
    [[{ name: "/tmp/evil", content }], /holds "\/tmp\/evil"/, / \/tmp\/evil$/m],
    [[{ name: "../evil", content }], /holds "\.\.\/evil"/, / \.\.\/evil$/m],
    [[{ name: "evidence/../../evil", content }], /holds "evidence\/\.\.\/\.\.\/evil"/, /\.\.\/evil$/m],
    [
      [{ name: "evidence/1", type: "symlink", linkname: "/etc" }],
      /"evidence\/1" \(symlink\)/,
      /^l.* -> \/etc$/m,
    ],
    [
      [{ name: "evidence/1", type: "link", linkname: "/etc/passwd" }],
      /"evidence\/1" \(link\)/,
      /^h.* link to \/etc/m,
    ],
    [[{ name: "evidence/1", type: "character-device" }], /\(character-device\)/, /^c/m],
    [[{ name: "evidence/1", type: "fifo" }], /\(fifo\)/, /^p/m],
    [[{ name: "evidence/", type: "directory" }], /\(directory\)/, /^d/m],
    [
      [{ name: "evidence/1", content }, { name: "evidence/1", content }],
      /"evidence\/1" twice/,
      /evidence\/1\n.*evidence\/1$/m,
    ],
    [[{ name: "Evidence/1", content }], /holds "Evidence\/1"/, /Evidence\/1$/m],
    [[{ name: ".git/hooks/post-checkout", content }], /holds "\.git\/hooks/, /post-checkout$/m],
    [[{ name: "objects/info/alternates", content }], /holds "objects\/info\/alternates"/, /alternates$/m],
    [[{ name: "config", content }], /holds "config"/, /config$/m],
  ];
  for (const [entries, fault, control] of attacks) {
    const path = await sealedArchive(entries);
    assert.match(await faultOf({ path, signer: OWN.signer }), fault);
    assert.match(listed(path), control);
  }
});

Deno.test("an archive with too many files, or one that unpacks to far more than it is, is refused", async () => {
  const many = await sealedArchive(Array.from({ length: 2200 }, (_, i) => ({ name: `evidence/${i}` })));
  assert.match(await faultOf({ path: many, signer: OWN.signer }), /archive: It holds more than 2100 files/);
  const all = await extractArchive(many, temporaryDirectory(), null, () => null, WITHOUT_RULES);
  assert.equal(all.length, 2200);

  const zeros = new Uint8Array(600 * 1024 * 1024);
  const bomb = await sealedArchive([{ name: "log.json", content: zeros }]);
  assert.match(
    await faultOf({ path: bomb, signer: OWN.signer }),
    /archive: It unpacks to more than \d+ bytes/,
  );
  const [whole] = await extractArchive(bomb, temporaryDirectory(), null, () => null, WITHOUT_RULES);
  assert.equal(whole!.size, zeros.length);
});

Deno.test("what is no capsule at all is refused by name", async () => {
  const directory = temporaryDirectory();
  const path = join(directory, "no");
  for (
    const [text, detail] of [["", /^Its seal /], ["hello", /^It is not a capsule\.$/], [
      "\x1f\x8b",
      /^Its /,
    ]] as const
  ) {
    Deno.writeFileSync(path, Uint8Array.from(text, (character) => character.charCodeAt(0)));
    const report = await readCapsule(path, temporaryDirectory(), new Set());
    assert.deepEqual([report.ok, report.signer, report.checks.length], [false, null, 1]);
    assert.match(report.checks[0]!.detail, detail);
  }
});
