import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { ConnectorAction } from "./declaration.ts";
import { callProgram } from "./program.ts";
import type { ActionRequest } from "./request.ts";
import {
  type Bench,
  type Check,
  freshRequest,
  performApproved,
  type Proof,
  timesHappened,
} from "./proof_bench.ts";

type Attempt = (bench: Bench, request: ActionRequest) => Promise<void>;

/** Proof 2: it happens once, even if the program is killed before, during or after the call, or is called twice. */
export const exactlyOnce: Proof = {
  id: "exactly_once",
  title: "It happens exactly once, even with kill -9 before, during and after the call",
  prove: async (bench, action) => [
    await once(bench, action, "kill -9 before the call", killedBefore),
    await once(bench, action, "kill -9 during the call", killedDuring),
    await once(bench, action, "kill -9 after the call", lost),
    await twice(bench, action),
  ],
};

/** Whatever the attempt did, its answer is lost. The next one first asks whether it happened, as the service does. */
async function once(bench: Bench, action: ConnectorAction, what: string, attempt: Attempt): Promise<Check> {
  const request = freshRequest(bench, action);
  await attempt(bench, request);
  const { connector: { declaration }, runtime } = bench;
  const found = await callProgram(runtime, declaration.command, { call: "find", request: request.text });
  if (found.status === "none") await performApproved(bench, request);
  return { what: `with ${what} it happens once`, holds: await timesHappened(bench, request) === 1 };
}

async function twice(bench: Bench, action: ConnectorAction): Promise<Check> {
  const request = freshRequest(bench, action);
  await performApproved(bench, request);
  await performApproved(bench, request);
  const holds = await timesHappened(bench, request) === 1;
  return { what: "the same key does not cause it again", holds };
}

const lost: Attempt = async (bench, request) => {
  try {
    await performApproved(bench, request);
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause;
  }
};

const killedBefore: Attempt = (bench, request) => {
  const onSpawn = async ({ group }: { group: number }) => {
    Deno.kill(-group, "SIGKILL");
    await Promise.resolve();
  };
  return lost({ ...bench, runtime: { ...bench.runtime, onSpawn } }, request);
};

/** Killed at the first change in the stand-in's directory. */
const killedDuring: Attempt = async (bench, request) => {
  const watcher = Deno.watchFs(bench.runtime.double!);
  let group: number | null = null;
  const killing = (async () => {
    for await (const _ of watcher) {
      if (group !== null) kill(group);
    }
  })();
  const onSpawn = async (spawned: { group: number; startTime: string }) => {
    group = spawned.group;
    await bench.runtime.onSpawn(spawned);
  };
  try {
    await lost({ ...bench, runtime: { ...bench.runtime, onSpawn } }, request);
  } finally {
    watcher.close();
    await killing;
  }
};

function kill(group: number): void {
  try {
    Deno.kill(-group, "SIGKILL");
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  }
}
