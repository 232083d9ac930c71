import assert from "node:assert/strict";
import { callOpen, enrol, enrolledSchema, PROTOCOL } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { programFile } from "../programs.ts";
import { SANDBOX } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { DOOR, serveDoor } from "./machine.ts";
import { untilEvent, untilPresent } from "./until.ts";

const LEASE_MILLISECONDS = 1_500;

/** Starts a machine in a process of its own, whose event loop is held as soon as it verifies. */
async function startMachine(h: Harness, milliseconds: number, where: "thread" | "here") {
  const door = serveDoor(h);
  const { control } = door;
  const directory = temporaryDirectory();
  const invitation = { name: "w1", trust: ["verify" as const], allowUnconfined: SANDBOX === null };
  const { code } = await h.operator("POST /workers", { body: invitation });
  await enrol(
    directory,
    control,
    (publicKey) =>
      callOpen(enrolledSchema, fetch, `${control}/worker/enrolments`, {
        protocol: PROTOCOL,
        code,
        publicKey,
      }),
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "run",
        "-A",
        "--no-check",
        "--quiet",
        "--cached-only",
        programFile("tests/worker_machines/blocked_machine.ts"),
      ],
      ...[directory, String(milliseconds), where],
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  await untilPresent(h);
  return {
    child,
    [Symbol.asyncDispose]: async () => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
      await child.status;
      await door[Symbol.asyncDispose]();
    },
  };
}

const opened = () =>
  harness({ workers: 1, workerDoor: DOOR, checkedShare: 0, leaseMilliseconds: LEASE_MILLISECONDS });

const ask = async (h: Harness, repository: TestRepository, command: string) => {
  const body = { request: 'create b.txt with "b"', repoPath: repository.root, verifier: { command }, fix: 0 };
  return (await h.operator("POST /coordinator/runs", { body })).id;
};

const losses = (h: Harness): number =>
  h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.lost").length;

Deno.test("a machine whose event loop is held for three leases keeps its lease, because a thread renews it", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using _machine = await startMachine(h, 3 * LEASE_MILLISECONDS, "thread");
  const run = await h.settled(await ask(h, repository, "sleep 0.2; test -f b.txt"));
  assert.deepEqual([run.evaluation?.outcome, run.evaluation?.reportedBy?.name], ["passed", "w1"]);
  assert.equal(losses(h), 0);
});

Deno.test("control: without that thread, the same machine loses it", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using _machine = await startMachine(h, 3 * LEASE_MILLISECONDS, "here");
  const id = await ask(h, repository, "sleep 0.2; test -f b.txt");
  await untilEvent(h, "assignment.lost");
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
});

Deno.test("a machine that is killed loses its lease, though its heartbeats had a thread of their own", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await startMachine(h, 0, "thread");
  const id = await ask(h, repository, "sleep 600");
  await untilEvent(h, "assignment.claimed");
  machine.child.kill("SIGKILL");
  await untilEvent(h, "assignment.lost");
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  await h.settled(id);
});
