import assert from "node:assert/strict";
import { join } from "node:path";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import {
  buildBundle,
  checkPath,
  commitTree,
  type Control,
  createWorkspace,
  locateRepository,
  openControl,
} from "../../services/machine/repositories/mod.ts";
import { bundleOf, type Content, exists, makeFixture, openSession, plainGit } from "./fixtures.ts";

const REFUSED: Record<string, string[]> = {
  absolute: ["/etc/passwd", "//etc/passwd", "/", "\\etc", "\\\\server\\share", "/.git/config"],
  "a drive letter": ["C:/x", "c:\\x", "C:x", "z:"],
  'a component "': [
    "..",
    "../x",
    "a/../b",
    "a/..",
    "a/../../x",
    "./a",
    "a/.",
    ".",
    "a/./b",
    "a\\..\\..\\x",
    ".. /x",
    ". /x",
  ],
  "an empty component": ["a//b", "a/", "a\\\\b"],
  empty: [""],
  "a NUL character": ["a\0b", "\0", ".git\0/config"],
  "valid UTF-8": ["a\ud800", "\udfffb/c"],
  "a git directory": [
    ".git",
    ".git/config",
    ".git/hooks/pre-commit",
    "a/.git/config",
    "a/b/.git",
    ".GIT/config",
    ".Git",
    ".gIt/x",
    "git~1",
    "GIT~1/config",
    "a/git~1",
    ".git.",
    ".git ",
    ".git...",
    ".git. . ./config",
    ".git::$INDEX_ALLOCATION",
    ".git::$INDEX_ALLOCATION/config",
    ".git:x",
    ".git. :x",
    "git~1::$INDEX_ALLOCATION/x",
    "git~1.",
    ".g\u200cit/config",
    ".gi\u200dt",
    "\u200e.git",
    ".git\u200f",
    ".\u202agit",
    ".g\u202ei\u202dt",
    ".git\u206a/config",
    "\ufeff.git",
    ".G\u200cIT",
    ".ｇｉｔ",
    "․git",
    ".gıt",
    ".git\\config",
    "a\\.git\\config",
    "a/b\\.GIT\\x",
  ],
  "configures submodules": [
    ".gitmodules",
    ".GITMODULES",
    "a/.gitmodules",
    ".gitmodules.",
    ".gitmodules ",
    ".gitmodules::$DATA",
    "GITMOD~1",
    "gitmod~4",
    "GI7EBA~1",
    "gi7eb~10",
    "g~1000000",
    ".gitm\u200codules",
  ],
};

for (const [reason, paths] of Object.entries(REFUSED)) {
  for (const path of paths) {
    Deno.test(`checkPath() refuses ${JSON.stringify(path)}: ${reason}`, () => {
      assert.throws(() => checkPath(path), (error) => {
        assert.ok(error instanceof InvalidError);
        assert.ok(
          error.message.includes(JSON.stringify(path)) && error.message.includes(reason),
          error.message,
        );
        return true;
      });
    });
  }
}

for (
  const bytes of [[0xff], [0x61, 0x80], [0xc0, 0xaf], [0xc0, 0xae, 0xc0, 0xae, 0x2f], [0xed, 0xa0, 0x80]]
) {
  Deno.test(`checkPath() refuses the bytes ${bytes} as not UTF-8`, () => {
    assert.throws(() => checkPath(Uint8Array.from(bytes)), /not valid UTF-8/);
  });
}

const ALLOWED = [
  "a",
  ".gitignore",
  ".gitattributes",
  ".github/workflows/x.yml",
  "git",
  "a.git",
  "x/.gitkeep",
  "...",
  "..a",
  "a..b/c",
  "-rf",
  "a b\tc\nd",
  "\"'`$(x)",
  "ünïcödé/日本/🎉",
  "%2e%2e/%2e%2e/x",
  "%00",
  "ab:c",
  "git~2",
  "~/x",
  "con",
  " ",
];

for (const path of ALLOWED) {
  Deno.test(`checkPath() allows ${JSON.stringify(path)}`, () => checkPath(path));
}

const LINKS: [string, Record<string, Content>, string, RegExp | null][] = [
  ["absolute target", {}, "/etc/passwd", /target is absolute/],
  ["target above", {}, "../../x", /leaves the repository/],
  ["target above the directory only", {}, "../file.txt", null],
  ["target that leaves and comes back", {}, "../../target/file.txt", /leaves the repository/],
  ["target in .git", {}, "../.git/config", /git directory/],
  ["target in .GIT", {}, "../.GIT", /git directory/],
  ["target with backslashes", {}, "a\\..\\..\\..\\x", /leaves the repository/],
  ["target with a drive", {}, "C:\\x", /target is absolute/],
  ["target through a link out", { "out": { link: "/tmp" } }, "../out/x", /target is absolute/],
  [
    "target whose .. counts from a link's target",
    {
      "a/b/c/up": { link: "../../../top" },
      "top/x": "x",
    },
    "../a/b/c/up/../../x",
    /leaves the repository/,
  ],
  ["target through a link inside", { "inside": { link: "top" }, "top/x": "x" }, "../inside/x", null],
  ["loop", { "one": { link: "directory/new" } }, "../one", /loop/],
  ["dangling target inside", {}, "nowhere/yet", null],
];

for (const [name, files, link, expected] of LINKS) {
  Deno.test(`buildBundle() ${expected ? "refuses" : "allows"} a symbolic link: ${name}`, async () => {
    await using fixture = await makeFixture();
    await fixture.commit({ "file.txt": "x", ...files });
    const session = await openSession(fixture);
    const bundle = bundleOf(session, { "directory/new": { link } });
    if (expected === null) await bundle;
    else await assert.rejects(bundle, expected);
  });
}

const COLLISIONS: [string, Record<string, Content | null>, RegExp][] = [
  ["case", { "README.md": "x" }, /only in case/],
  ["case of a directory", { "Docs/new.md": "x" }, /only in case/],
  ["two new names", { "new": "x", "NEW": "y" }, /only in case/],
  ["Unicode form", { "cafe\u0301": "x" }, /only in case/],
  ["file in the place of a directory", { "docs/a.md": null, "docs": "x" }, /between a file and a directory/],
  [
    "directory in the place of a file",
    { "readme.md": null, "readme.md/x": "x" },
    /between a file and a directory/,
  ],
  ["directory in the place of a link", { "link": null, "link/x": "x" }, /between a file and a directory/],
  [".gitmodules", { ".gitmodules": "x" }, /configures submodules/],
];

for (const [name, files, expected] of COLLISIONS) {
  Deno.test(`buildBundle() refuses a change of names: ${name}`, async () => {
    await using fixture = await makeFixture();
    await fixture.commit({ "readme.md": "x", "docs/a.md": "x", "caf\u00e9": "x", "link": { link: "docs" } });
    const session = await openSession(fixture);
    if (name.includes("place of a directory")) {
      await Deno.remove(join(session.workspace.directory, "docs", "a.md"));
    }
    if (name.includes("place of a directory")) await Deno.remove(join(session.workspace.directory, "docs"));
    const { "docs/a.md": _, ...rest } = files;
    await assert.rejects(bundleOf(session, rest), expected);
  });
}

const HOSTILE_TREES: [string, string, string, RegExp][] = [
  ["a parent directory", "040000", "..", /component "\.\."/],
  [".git", "040000", ".git", /git directory/],
  [".GIT", "040000", ".GIT", /git directory/],
  ["git~1", "040000", "git~1", /git directory/],
  ["a submodule", "160000", "module", /submodule/],
];

for (const [name, mode, entry, expected] of HOSTILE_TREES) {
  Deno.test(`buildBundle() and createWorkspace() keep out a crafted tree with ${name}`, async () => {
    await using fixture = await makeFixture();
    await fixture.commit({ "file.txt": "x" });
    const { control, base } = await openSession(fixture);
    const resultTree = await craftTree(control, mode, entry);
    const input = { baseCommit: base.commit, baseTree: base.tree, resultTree };
    await assert.rejects(buildBundle(control, input), expected);
    if (mode === "160000") return;
    const commit = await commitTree(control, { tree: resultTree, parents: [base.commit], message: "x" });
    const directory = join(fixture.directory, "deep", "workspace");
    await Deno.mkdir(join(fixture.directory, "deep"));
    await assert.rejects(createWorkspace(control, commit, directory), /cannot be checked out/);
    assert.equal(await exists(join(fixture.directory, "deep", "planted")), false);
  });
}

Deno.test("buildBundle() does not follow a crafted path when it reads attributes", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x" });
  const control = await openControl(await locateRepository(fixture.root, fixture.storage), fixture.storage);
  const blob = await plainGit(control.gitDir, ["hash-object", "-w", "--stdin"], "* text eol=crlf\n");
  const inner = await makeTree(control, `100644 blob ${blob}\t.gitattributes`);
  const evil = await makeTree(control, `040000 tree ${inner}\t..`);
  const good = await makeTree(control, `100644 blob ${blob}\tfile\n040000 tree ${evil}\tx`);
  await assert.rejects(
    buildBundle(control, { baseCommit: evil, baseTree: evil, resultTree: good }),
    InvalidError,
  );
});

async function craftTree(control: Control, mode: string, name: string): Promise<string> {
  if (mode === "160000") return await makeTree(control, `${mode} commit ${"1".repeat(40)}\t${name}`);
  const blob = await plainGit(control.gitDir, ["hash-object", "-w", "--stdin"], "planted");
  const inner = await makeTree(control, `100644 blob ${blob}\tplanted`);
  return await makeTree(control, `${mode} tree ${inner}\t${name}`);
}

async function makeTree(control: Control, listing: string): Promise<string> {
  return await plainGit(control.gitDir, ["mktree", "--missing"], `${listing}\n`);
}
