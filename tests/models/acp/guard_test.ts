import assert from "node:assert/strict";
import { join } from "node:path";
import { WorktreeGuard } from "../../../services/workforce/agents/guard.ts";
import { withMessage } from "../../../services/workforce/agents/tool_call.ts";
import {
  captureTree,
  changedPaths,
  contentAt,
  restorePaths,
  treeOf,
} from "../../../services/machine/repositories/mod.ts";
import { makeFixture, openSession } from "../../repositories/fixtures.ts";

Deno.test("what a human allowed through a link brings nothing of the file behind it into the worktree", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a.txt": "hello\n" });
  const { control, workspace } = await openSession(fixture);
  const { directory } = workspace;
  const outside = join(fixture.directory, "outside");
  Deno.mkdirSync(outside);
  Deno.writeTextFileSync(join(outside, "private.txt"), "canary\nEND\n");
  const host = {
    control,
    workspace,
    note: () => {},
    capture: () => captureTree(control, workspace),
    seen: () => captureTree(control, workspace),
    restore: (tree: string, paths: readonly string[]) => restorePaths(control, workspace, tree, paths),
    asksEverything: () => true,
  };
  const guard = await WorktreeGuard.begin(
    {
      host,
      ask: () => Promise.resolve({ decision: "rejected", sentence: null }),
      profile: null,
      confined: true,
    },
    "coder",
  );
  Deno.symlinkSync(outside, join(directory, "link"));
  const path = join(directory, "link/private.txt");
  const content = [{ type: "diff", path, oldText: "END", newText: "end" }];
  await guard.allow(
    withMessage(undefined, { toolCallId: "1", kind: "edit", content }),
    ["link/private.txt"],
    false,
  );
  Deno.removeSync(join(directory, "link"));
  Deno.mkdirSync(join(directory, "link"));
  Deno.writeTextFileSync(path, "another text\n");
  await guard.check(true);
  const changes = await changedPaths(control, await treeOf(control, workspace.commit), await host.capture());
  const texts = await Promise.all(changes.map(({ newObject }) => contentAt(control, newObject)));
  assert.doesNotMatch(texts.join(""), /canary/);
});

Deno.test("a human allows an edit of the text that they saw, not of what the agent wrote while they decided", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "a.txt": "one\n" });
  const { control, workspace } = await openSession(fixture);
  const path = join(workspace.directory, "a.txt");
  const asked: string[] = [];
  const host = {
    control,
    workspace,
    note: () => {},
    capture: () => captureTree(control, workspace),
    seen: () => captureTree(control, workspace),
    restore: (tree: string, paths: readonly string[]) => restorePaths(control, workspace, tree, paths),
    asksEverything: () => true,
  };
  const guard = await WorktreeGuard.begin(
    {
      host,
      ask: ({ title }) => {
        asked.push(title);
        return Promise.resolve({ decision: "rejected", sentence: null });
      },
      profile: null,
      confined: true,
    },
    "coder",
  );
  const edited = async (before: string, after: string) => {
    Deno.writeTextFileSync(path, before);
    const content = [{ type: "diff", path, oldText: "one", newText: "two" }];
    await guard.allow(withMessage(undefined, { toolCallId: "1", kind: "edit", content }), ["a.txt"], false);
    Deno.writeTextFileSync(path, after);
    await guard.check(true);
  };
  await edited("one\n", "two\n");
  assert.deepEqual(asked, [], "the control: what was seen is allowed");
  Deno.writeTextFileSync(path, "one\n");
  await edited("one\nmore\n", "two\nmore\n");
  assert.deepEqual(asked, ["Keep what coder changed without asking: a.txt"]);
});
