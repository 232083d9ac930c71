import assert from "node:assert/strict";
import { join } from "node:path";
import { harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { enter, startShell } from "./enter.ts";
import { runToRest } from "./scenario.ts";

/** Git lists the directory, then reads its files; the first one takes a while, and its access time says when it has begun. */
const PREPARE =
  "mkdir d; head -c 30000000 /dev/urandom > d/0; touch -a -d 2001-01-01 d/0; echo decoy > d/key; echo ready";

sandboxTest(
  "what a program in a person's shell puts in place of a directory while the task is handed back leads to no file of the person",
  async () => {
    const secret = temporaryDirectory();
    Deno.writeTextFileSync(join(secret, "key"), "canary\n");
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    for (const verb of ["hand-back", "cancel"] as const) {
      const params = { id: (await runToRest(h, repository, { request: "run test -e there.txt" })).id };
      const { place } = await enter(h, params.id);
      const swap = `until [ "$(stat -c %X d/0)" -gt 1000000000 ]; do :; done; mv d z; ln -s ${secret} d`;
      const shell = startShell(place);
      const input = shell.stdin.getWriter();
      await input.write(new TextEncoder().encode(`${PREPARE}\n${swap}\n`));
      const output = shell.stdout.pipeThrough(new TextDecoderStream()).getReader();
      for (let said = ""; !/^ready/m.test(said);) said += (await output.read()).value;
      await h.operator(`POST /runs/:id/${verb}`, { params, body: {} });
      await h.settled(params.id);
      const { items } = await h.operator("GET /runs/:id/artifact-index", { params });
      const kept = items.find(({ label }) => label === "Patch by hand")!;
      const shown = await h.service.artifacts.readText(kept.sha256);
      assert.doesNotMatch(shown, /canary/);
      assert.match(shown, /\+decoy/, "the control: what is in that file is kept");
      shell.kill("SIGKILL");
      await Promise.all([input.close().catch(() => {}), output.cancel(), shell.status]);
    }
    Deno.removeSync(secret, { recursive: true });
  },
);
