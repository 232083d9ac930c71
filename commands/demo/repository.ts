import { join } from "node:path";
import { UsageError } from "../exit_codes.ts";
import { git } from "./git.ts";

/** A repository with a request that fits it. */
export type DemoRepository = { root: string; request: string; verifier: string; undo: string | null };

const SAMPLE: Record<string, string> = {
  "README.md": "# Greeting\n\nPrints a greeting. `sh test.sh` checks it.\n",
  "greet.sh": '#!/bin/sh\necho "Hello"\n',
  "test.sh":
    '#!/bin/sh\nset -e\nprinted=$(sh greet.sh)\necho "greet.sh prints: $printed"\ntest "$printed" = "Hello, world"\n',
};

const NOTE = "Written by the demo of agent-harness, after a human approved it.\\n";

/** Candidate names of the note, since a repository may contain or ignore some of them. */
const NOTE_NAMES = [
  "NOTES-agent-harness.md",
  "NOTES-agent-harness.txt",
  "agent-harness-demo.md",
  "agent-harness-demo",
];

/** Creates a small repository whose test fails until the request is done. */
export async function makeSample(root: string): Promise<DemoRepository> {
  await Deno.mkdir(root);
  for (const [name, content] of Object.entries(SAMPLE)) await Deno.writeTextFile(join(root, name), content);
  await git(root, "init", "--quiet", "--template=", "--initial-branch=main");
  await git(root, "add", "--all");
  await git(root, "commit", "--quiet", "--message=A greeting");
  return {
    root,
    request: [
      'replace "Hello" with "Hello, world" in greet.sh',
      `create NOTES-agent-harness.md with "${NOTE}"`,
    ].join("\n"),
    verifier: "sh test.sh",
    undo: null,
  };
}

/** Uses any git repository; the request adds one new file. Throws `UsageError`. */
export async function takeRepository(directory: string): Promise<DemoRepository> {
  const root = await git(directory, "rev-parse", "--show-toplevel").catch(() => "");
  if (root === "") throw new UsageError(`${directory} is not inside a git working tree.`);
  for (const name of NOTE_NAMES) {
    const there = await Deno.lstat(join(root, name)).then(() => true, () => false);
    const ignored = await git(root, "check-ignore", "--quiet", name).then(() => true, () => false);
    if (there || ignored) continue;
    return {
      root,
      request: `create ${name} with "${NOTE}"`,
      verifier: `test -s ${name}`,
      undo: join(root, name),
    };
  }
  throw new UsageError(
    `${root} already has or ignores all of ${NOTE_NAMES.join(", ")}. Remove one, or use another repository.`,
  );
}
