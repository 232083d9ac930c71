import assert from "node:assert/strict";
import type { Isolation } from "../../../services/workforce/agents/confine.ts";
import { optionFor, permissionRequestOf } from "../../../services/workforce/agents/permission.ts";
import { commandOf, withMessage } from "../../../services/workforce/agents/tool_call.ts";

const DIRECTORY = "/storage/workspaces/run/task";
const SANDBOX: Isolation = {
  confined: true,
  sandbox: {
    available: true,
    program: "/usr/bin/bwrap",
    version: "bubblewrap",
    groups: null,
    unfiltered: null,
    unrefused: null,
  },
  sentence: "It runs in a sandbox.",
};
const request = (message: Record<string, unknown>, isolation: Isolation = SANDBOX) =>
  permissionRequestOf(withMessage(undefined, { toolCallId: "1", ...message }), DIRECTORY, "coder", isolation);

const asked = (message: Record<string, unknown>) => {
  const found = request(message);
  assert.ok("ask" in found, JSON.stringify(found));
  return found.ask;
};

Deno.test("commandOf reads a command as agents write it", () => {
  for (
    const [rawInput, command] of [
      [{ command: "npm test" }, "npm test"],
      [{ command: ["/bin/bash", "-lc", "npm test | tail"] }, "npm test | tail"],
      [{ command: ["git", "commit", "-m", "it's done"] }, "git commit -m 'it'\\''s done'"],
      [{ cmd: "ls" }, "ls"],
      [{ path: "a.txt" }, undefined],
      [{ command: ["ls", 3] }, undefined],
    ] as const
  ) {
    assert.equal(commandOf(withMessage(undefined, { toolCallId: "1", rawInput })), command);
  }
});

Deno.test("withMessage puts a call together from parts: what a later message leaves out stays", () => {
  const first = withMessage(undefined, {
    toolCallId: "1",
    title: "edit",
    kind: "edit",
    content: [{ type: "diff", path: "/a", oldText: null, newText: "x" }],
    rawInput: { filePath: "/a" },
  });
  const second = withMessage(first, { toolCallId: "1", status: "completed", rawInput: {}, content: [] });
  assert.deepEqual(second, { ...first, status: "completed" });
});

Deno.test("requestOf: an edit, a command and anything else are questions of their kind, with all that would be done", () => {
  const diff = { type: "diff", path: `${DIRECTORY}/a.txt`, oldText: "one\n", newText: "two\n" };
  const edit = asked({ kind: "edit", title: "Edit", content: [diff] });
  assert.deepEqual([edit.kind, edit.title, edit.command], ["edit", "Let coder change a.txt", undefined]);
  assert.match(edit.detail, /It runs in a sandbox\.\n\n--- a\.txt\n\+\+\+ a\.txt\n@@ .*-one\n\+two/s);
  const made = asked({
    kind: "edit",
    content: [{ ...diff, oldText: null }],
    rawInput: { filePath: diff.path },
  });
  assert.match(made.detail, /--- \/dev\/null\n\+\+\+ a\.txt\n/);
  for (const { detail } of [edit, made]) assert.doesNotMatch(detail, /\/storage|Index:|====|"filePath"/);
  const cwd = `${DIRECTORY}/pkg`;
  const command = asked({ kind: "execute", title: "Test", rawInput: { command: "npm test", cwd } });
  assert.deepEqual([command.kind, command.command, command.directory], ["command", "npm test", "pkg"]);
  assert.ok(command.detail.endsWith("\n\n$ npm test"), command.detail);
  const told = {
    kind: "execute",
    rawInput: { command: "a\nb", why: "x\ny" },
    content: [{ content: { text: "it is\nsafe" } }],
  };
  assert.ok(
    asked(told).detail.endsWith("\n\n$ a\n> b\n\n  why: x\n  y\n\n  it is\n  safe"),
    asked(told).detail,
  );
  const unsaid = asked({ kind: "execute", title: "Something" });
  assert.deepEqual([unsaid.kind, unsaid.command], ["command", undefined]);
  assert.deepEqual(unsaid.warnings, ["The agent does not say which command it is."]);
  assert.equal(asked({ kind: "fetch", title: "https://example.org" }).kind, "other");
});

Deno.test("requestOf: the same question has the same key whatever its id, another one has another", () => {
  const key = (rawInput: unknown, toolCallId = "1") => asked({ kind: "execute", toolCallId, rawInput }).key;
  assert.equal(key({ command: "ls" }), key({ command: "ls", description: "list" }, "2"));
  assert.notEqual(key({ command: "ls" }), key({ command: "ls -a" }));
  assert.notEqual(key({ command: "ls" }), key({ command: "ls", cwd: "/elsewhere" }));
});

Deno.test("requestOf refuses what leaves the worktree or runs automatically, in every spelling", () => {
  for (
    const path of [
      "/etc/passwd",
      "../other/a.txt",
      `${DIRECTORY}/../other/a.txt`,
      ".git/config",
      ".GIT/hooks/pre-commit",
      "sub/.git/config",
      `${DIRECTORY}/.claude/settings.json`,
      ".opencode/plugin/x.js",
      ".mcp.json",
      "opencode.json",
      ".codex/config.toml",
      ".gemini/settings.json",
    ]
  ) {
    assert.ok("refused" in request({ kind: "edit", locations: [{ path }] }), path);
  }
  for (
    const path of ["a.txt", ".github/workflows/ci.yml", "docs/.claude.md", ".gitignore", "sub/.mcp.json"]
  ) {
    assert.ok("ask" in request({ kind: "edit", locations: [{ path }] }), path);
  }
  assert.match(asked({ kind: "edit", locations: [{ path: "AGENTS.md" }] }).warnings!.join(), /instructions/);
});

Deno.test("optionFor answers by kind, and never with one that lasts", () => {
  const options = [
    { optionId: "a", kind: "allow_always" },
    { optionId: "b", kind: "reject_always" },
    { optionId: "c", kind: "reject_once" },
  ];
  assert.equal(optionFor(options, "approved"), undefined);
  assert.equal(optionFor(options, "rejected"), "c");
  assert.equal(optionFor([...options, { optionId: "d", kind: "allow_once" }], "approved"), "d");
});

Deno.test("requestOf warns of an agent that nothing confines, whatever the sentence says", () => {
  const open: Isolation = { confined: false, sentence: "Nothing holds it back." };
  const found = request({ kind: "execute", rawInput: { command: "ls" } }, open);
  assert.ok("ask" in found);
  assert.deepEqual(found.ask.warnings, ["Nothing holds it back."]);
  assert.equal(asked({ kind: "execute", rawInput: { command: "ls" } }).warnings, undefined);
});
