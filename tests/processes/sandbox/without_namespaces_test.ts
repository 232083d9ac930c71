import assert from "node:assert/strict";
import { join } from "node:path";
import { UNCONFINED_REACH } from "../../../services/machine/processes/sandbox/mod.ts";
import { TestRepository } from "../../git.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { programFile } from "../../programs.ts";
import { eventOf, EventTail } from "../../recovery/event_tail.ts";
import { ServiceProcess } from "../../recovery/service_process.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";

/** Surroundings in which nobody can make a user namespace, so that bubblewrap does not work; the machine itself does not change. */
const SURROUNDINGS: Readonly<Record<string, readonly string[]>> = {
  "user.max_user_namespaces is 0": [
    "unshare",
    "--user",
    "--map-root-user",
    "sh",
    "-c",
    'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
    "sh",
  ],
  "another bubblewrap disables them": [
    "bwrap",
    "--die-with-parent",
    "--unshare-user",
    "--disable-userns",
    "--dev-bind",
    "/",
    "/",
    "--",
  ],
};

/** What the checks of the machine find in surroundings. */
async function doctor(wrap: readonly string[], storage: string): Promise<Record<string, string>> {
  const deno = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--cached-only"];
  const [program = "", ...args] = [...wrap, ...deno, programFile("cli.ts"), "doctor", "--json"];
  const { stdout } = await new Deno.Command(program, { args, env: { AGENT_HARNESS_STORAGE_DIR: storage } })
    .output();
  const { findings } = JSON.parse(new TextDecoder().decode(stdout));
  return findings.find(({ name }: { name: string }) => name === "sandbox");
}

for (const [what, wrap] of Object.entries(SURROUNDINGS)) {
  sandboxTest(
    `where ${what}: doctor, the status and the review say that nothing is confined, and of what`,
    async () => {
      const storage = temporaryDirectory();
      using repository = TestRepository.make({ "a.txt": "hello\n" });
      const outside = join(storage, "..", `outside-${crypto.randomUUID()}`);
      Deno.writeTextFileSync(outside, "canary");
      try {
        await using service = await ServiceProcess.start({ storage, wrap });
        using tail = new EventTail(service);
        const { workerState } = await service.operator("GET /control-plane/status");
        assert.deepEqual([workerState.sandbox.enforced, workerState.sandbox.kind], [false, "none"]);
        assert.match(
          workerState.sandbox.detail,
          /bubblewrap \S+ is installed but does not work here: bwrap: /,
        );
        assert.ok(workerState.sandbox.detail.includes(UNCONFINED_REACH), workerState.sandbox.detail);
        const { id } = await service.operator("POST /coordinator/runs", {
          body: {
            repoPath: repository.root,
            request: "run touch made.txt",
            verifier: { command: `cat ${outside}; exit 9` },
          },
        });
        await tail.first(eventOf(id, "approval.requested", "run.failed"));
        const run = await service.operator("GET /runs/:id", { params: { id } });
        assert.equal(pendingOf(run).policyClass, "repo-write");
        assert.match(run.evaluation!.detail, /canary/, "it is not confined");
        assert.ok(run.evaluation!.confinement!.detail.includes(UNCONFINED_REACH));
        const found = await doctor(wrap, storage);
        assert.equal(found.status, "warning");
        assert.ok(found.detail!.includes(UNCONFINED_REACH), found.detail);
        assert.ok(found.fix!.length > 0);
        if (what.startsWith("user.max")) {
          assert.equal(found.fix, "sudo sysctl -w user.max_user_namespaces=15000");
        }
      } finally {
        Deno.removeSync(storage, { recursive: true });
        Deno.removeSync(outside);
      }
    },
  );
}
