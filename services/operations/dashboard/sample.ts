import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ctx } from "../../ground/kernel/context.ts";
import { runGit } from "../../machine/repositories/git/git.ts";
import { SAMPLES } from "../../machine/repositories/mod.ts";
import { createCoordinatorRun } from "../../control/runs/create.ts";
import type { Run } from "../../control/runs/schemas.ts";

/** A program whose test fails until the request is done. */
const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Greeting\n\nPrints a greeting. `sh test.sh` says whether it is the right one.\n",
  "greet.sh": '#!/bin/sh\n# Greets the given person, or everyone.\necho "Hello"\n',
  "test.sh":
    '#!/bin/sh\nset -e\nprinted=$(sh greet.sh)\necho "greet.sh prints: $printed"\ntest "$printed" = "Hello, world"\n',
};

const REQUEST = [
  'replace "Hello" with "Hello, world" in greet.sh',
  'append "\\n## Changes\\n\\n- It greets the world.\\n" to README.md',
  'create docs/USAGE.md with "# Usage\\n\\nRun sh greet.sh. Nothing else is needed.\\n"',
].join("\n");

/**
 * Creates a small git repository in the storage directory. The returned function queues a run in it that needs no
 * model: three tasks, a test that passes only afterwards, and a patch to review. @throws {UnavailableError} if git is
 * missing or fails
 */
export async function prepareSample(ctx: Ctx): Promise<() => Run> {
  const root = join(ctx.config.storageDirectory, SAMPLES, `greeting-${ctx.newId("sample").slice(-8)}`);
  const location = { gitDir: join(root, ".git"), workTree: root, date: "2026-01-01T00:00:00Z" };
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(root, name), content);
    await runGit(["init", "--quiet", "--template=", "--initial-branch=main"], location);
    await runGit(["add", "--all"], location);
    await runGit(["commit", "--quiet", "--message=A greeting"], location);
  } catch (cause) {
    remove();
    throw cause;
  }
  return () => {
    try {
      return createCoordinatorRun(ctx, {
        request: REQUEST,
        repoPath: root,
        worker: { provider: "builtin", model: "recipe" },
        verifier: { command: "sh test.sh" },
      });
    } catch (cause) {
      remove();
      throw cause;
    }
  };
}
