import assert from "node:assert/strict";
import { type Crossing, decideAction, decideUnder, DIALS } from "../../services/ground/policy/dial.ts";
import { networkProgram } from "../../services/ground/policy/network_commands.ts";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";
import { protectedIn } from "../../services/ground/policy/git_repositories.ts";
import { protectedGroup } from "../../services/ground/policy/protected_paths.ts";

const LEAVES: Crossing[] = [{ kind: "network", detail: "It needs the network." }];
const inside = { crossings: [], admitted: false, fromAgent: false };

Deno.test("dial: what each setting does with each kind of action", () => {
  const table = (action: Partial<Parameters<typeof decideAction>[1]>) =>
    DIALS.map((dial) => decideAction(dial, { kind: "edit", ...inside, ...action })).join(" ");
  assert.equal(table({}), "ask done done");
  assert.equal(table({ kind: "command" }), "ask done refuse");
  assert.equal(table({ kind: "other" }), "ask done done");
  assert.equal(table({ crossings: LEAVES }), "ask ask refuse");
  assert.equal(table({ kind: "command", crossings: LEAVES }), "ask ask refuse");
  assert.equal(table({ kind: "command", fromAgent: true }), "ask ask refuse");
  assert.equal(table({ kind: "external" }), "ask ask refuse");
  assert.equal(table({ kind: "command", crossings: LEAVES, admitted: true }), "done done done");
});

Deno.test("dial: of two settings the stricter applies to each request, so that a change widens nothing", () => {
  const command = { kind: "command" as const, ...inside };
  const edit = { kind: "edit" as const, ...inside };
  assert.equal(decideUnder(["border", "everything"], command), "ask");
  assert.equal(decideUnder(["everything", "border"], command), "ask");
  assert.equal(decideUnder(["border", "closed"], command), "refuse");
  assert.equal(decideUnder(["closed", "border"], command), "refuse");
  assert.equal(decideUnder(["everything", "closed"], edit), "ask");
});

Deno.test("dial: a protected path is one in any spelling", () => {
  for (
    const path of [
      ".github/workflows/ci.yml",
      ".GitHub/Workflows/x.yml",
      "./.github/x",
      "a/../.github/x",
      ".git\u200chub/x",
      ".github./x",
      ".github::$INDEX_ALLOCATION/x",
      "a\\.github\\x",
      "packages/a/AGENTS.md",
      "agents.MD",
      "CLAUDE.local.md",
      "package-lock.json",
      "sub/Cargo.lock",
      ".husky/pre-commit",
      ".env",
      ".env.local",
      ".npmrc",
      ".vscode/tasks.json",
      "Jenkinsfile",
      ".\uff47ithub/x",
      ".pnpmfile.cjs",
      "bunfig.toml",
      "sub/.netrc",
      "id_rsa.pub",
      "server.pem",
    ]
  ) assert.notEqual(protectedGroup(path), null, path);
  for (
    const path of ["src/a.ts", "github/x", "docs/agents/x.txt", "environment.ts", "lock.json", "x.github"]
  ) {
    assert.equal(protectedGroup(path), null, path);
  }
});

Deno.test("dial: commands that need the network are told, also behind wrappers and in substitutions", () => {
  for (
    const command of [
      "npm install",
      "npm ci",
      "cd a && npm i left-pad",
      "python3 -m pip install x",
      "pip3 install x",
      "FOO=1 npm install",
      "timeout 5 curl https://example.org",
      "sh -c 'git clone https://example.org/x'",
      "echo $(curl example.org)",
      "yarn",
      "git push origin main",
      "pip wheel x",
      "go get example.org/x",
    ]
  ) assert.notEqual(networkProgram(command), null, command);
  for (
    const command of [
      "npm test",
      "npm run build",
      "pytest",
      "git status",
      "echo curl",
      "cargo test",
      "npm --version",
    ]
  ) {
    assert.equal(networkProgram(command), null, command);
  }
});

Deno.test("dial: npx and its kin need the network for a program that is not installed, or may be a different one, alone", () => {
  const isInstalled = (name: string) => name === "tsc" || name === "ava";
  for (
    const command of [
      "npx tsc",
      "npx --no-install tsc -p .",
      "npx -y -- ava test/retry.ts",
      "npm exec tsc",
      "npm x -- ava --watch",
      "bunx tsc",
      "cd a && timeout 5 npx tsc",
      "sh -c 'npx tsc'",
    ]
  ) {
    assert.equal(networkProgram(command, isInstalled), null, command);
    assert.notEqual(networkProgram(command), null, command);
  }
  for (
    const command of [
      "npx",
      "npx eslint .",
      "npx tsc@5",
      "npx -p typescript tsc",
      "npx --package=typescript tsc",
      "npx -c 'tsc'",
      "npx --registry http://example.org tsc",
      "npx @scope/tsc",
      "npx ./tsc",
      "npx ../tsc",
      "npx github:x/tsc",
      "npm install tsc",
      "npm exec --package=x tsc",
      "bun add tsc",
      "npx tsc && npm install",
      "npx curl",
    ]
  ) assert.notEqual(networkProgram(command, isInstalled), null, command);
});

Deno.test("dial: what belongs to a git repository of any name is protected, whether the change makes it or completes it", () => {
  const [worktree, target] = [temporaryDirectory(), temporaryDirectory()];
  try {
    for (const place of [join(worktree, "deep/v"), join(target, "other")]) {
      Deno.mkdirSync(place, { recursive: true });
      Deno.writeTextFileSync(join(place, "HEAD"), "ref: refs/heads/main\n");
    }
    const isProtected = (path: string) => protectedIn([worktree, target], path) !== null;
    const parts = [
      "config",
      "config.worktree",
      "commondir",
      "objects/a/b",
      "refs/x",
      "refs",
      "hooks/update",
      "info/attributes",
    ];
    for (const path of ["HEAD", "a/b/HEAD", "head", "a/HEAD.", "a\\HEAD", "worktrees/x/HEAD"]) {
      assert.equal(isProtected(path), true, path);
    }
    for (const part of parts) {
      assert.equal(isProtected(`deep/v/${part}`), true, part);
      assert.equal(isProtected(`./deep/x/../v/${part}`), true, part);
      assert.equal(isProtected(`deep/v/${part.toUpperCase()}`), true, part);
      assert.equal(isProtected(`other/${part}`), true, part);
      assert.equal(isProtected(`deep/${part}`), false, part);
      assert.equal(isProtected(`src/${part}`), false, part);
    }
    for (const path of ["deep/v/readme.md", "src/head.ts", "HEAD/x", "deep/v/src/config"]) {
      assert.equal(isProtected(path), false, path);
    }
  } finally {
    for (const place of [worktree, target]) Deno.removeSync(place, { recursive: true });
  }
});
