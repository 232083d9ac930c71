import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ctx } from "../context.ts";
import { UnavailableError } from "../errors.ts";
import { gitCommand, missingGit } from "../repositories/git.ts";
import { createCoordinatorRun } from "../runs/create.ts";
import type { Run } from "../runs/schemas.ts";

/** A program whose test fails until the request is done. */
const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Greeting\n\nPrints a greeting. `sh test.sh` says whether it is the right one.\n",
  "greet.sh": '#!/bin/sh\n# Greets whoever is named, or everybody.\necho "Hello"\n',
  "test.sh":
    '#!/bin/sh\nset -e\nprinted=$(sh greet.sh)\necho "greet.sh prints: $printed"\ntest "$printed" = "Hello, world"\n',
};

const REQUEST = [
  'replace "Hello" with "Hello, world" in greet.sh',
  'append "\\n## Changes\\n\\n- It greets the world.\\n" to README.md',
  'create docs/USAGE.md with "# Usage\\n\\nRun sh greet.sh. Nothing else is needed.\\n"',
].join("\n");

/**
 * Makes a small git repository in the storage directory and queues a run in it that needs no model: three tasks, a test that
 * passes only afterwards, and a patch that waits for its reviewer.
 */
export function startSample(ctx: Ctx): Run {
  const root = join(ctx.config.storageDirectory, "samples", `greeting-${ctx.newId("sample").slice(-8)}`);
  try {
    for (const [name, content] of Object.entries(FILES)) {
      mkdirSync(root, { recursive: true, mode: 0o700 });
      writeFileSync(join(root, name), content);
    }
    git(root, ["init", "--quiet", "--template=", "--initial-branch=main"]);
    git(root, ["add", "--all"]);
    git(root, ["commit", "--quiet", "--message=A greeting"]);
    return createCoordinatorRun(ctx, {
      request: REQUEST,
      repoPath: root,
      worker: { provider: "builtin", model: "recipe" },
      verifier: { command: "sh test.sh" },
    });
  } catch (cause) {
    rmSync(root, { recursive: true, force: true });
    throw cause;
  }
}

function git(root: string, args: string[]): void {
  const location = { gitDir: join(root, ".git"), workTree: root, date: "2026-01-01T00:00:00Z" };
  let output: Deno.CommandOutput;
  try {
    output = gitCommand(args, location, { stdin: "null", stdout: "null", stderr: "piped" }).outputSync();
  } catch (cause) {
    throw cause instanceof Deno.errors.NotFound ? missingGit(cause) : cause;
  }
  if (!output.success) {
    const said = new TextDecoder().decode(output.stderr).trim();
    throw new UnavailableError("The sample's repository could not be made: git refused it.", {
      cause: new Error(said),
    });
  }
}
