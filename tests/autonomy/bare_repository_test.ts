import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pendingOf } from "../kit/pending_of.ts";
import { says } from "../models/server/reply.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { TestRepository } from "../git.ts";
import { approvePending } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";

const mark = () => join(temporaryDirectory(), "ran");
const settings = (program: string) =>
  `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = touch ${program}; true\n\tworktree = ..\n`;

/** What a worker runs, on what it finds, and the paths that it is asked about. */
const WAYS: Record<
  string,
  { files: Record<string, string>; command: (config: string) => string; asked: RegExp }
> = {
  "makes one": {
    files: {},
    command: (config) =>
      `mkdir -p v/objects v/refs; touch v/objects/x v/refs/x; echo ref: refs/heads/main > v/HEAD; printf '${config}' > v/config`,
    asked: /v\/HEAD, v\/config, v\/objects\/x, v\/refs\/x/,
  },
  "completes one": {
    files: { "v/HEAD": "ref: refs/heads/main\n", "v/objects/x": "" },
    command: (config) => `mkdir -p v/refs; touch v/refs/x; printf '${config}' > v/config`,
    asked: /v\/config, v\/refs\/x/,
  },
  "changes one": {
    files: { "v/HEAD": "ref: refs/heads/main\n", "v/objects/x": "", "v/refs/x": "", "v/config": "" },
    command: (config) => `printf '${config}' > v/config`,
    asked: /v\/config/,
  },
};

for (const [name, { files, command, asked }] of Object.entries(WAYS)) {
  sandboxTest(`a worker that ${name}, a bare repository in the worktree, is asked about it`, async () => {
    const ran = mark();
    const run = command(settings(ran).replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
    await using world = await ModelWorld.open(
      planning(works({ name: "run_command", input: { command: run } }, says("Done."))),
      { files: { "a.txt": "hello\n", ...files } },
    );
    const { h, repository } = world;
    await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "border" } });
    const { id } = await world.create("Make it.");
    const question = await h.until(
      id,
      ({ approvals }) => approvals.some(({ status }) => status === "pending"),
    );
    assert.match(pendingOf(question).title, asked);
    assert.ok(pendingOf(question).reasons.some((reason) => /git repositories inside/.test(reason)));
    // The control: that is what it would have run, had nobody looked.
    const reviewed = await approvePending(h, question);
    await approvePending(h, reviewed);
    new TestRepository(join(repository.root, "v")).git("status");
    assert.equal(existsSync(ran), true);
    Deno.removeSync(join(ran, ".."), { recursive: true });
  });
}
