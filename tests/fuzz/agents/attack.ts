import assert from "node:assert/strict";
import { join } from "node:path";
import type { AgentLimits } from "../../../services/workforce/workers/agent_limits.ts";
import { agentProgram, isOver, World } from "../../models/acp/acp_world.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { WatchedLog } from "../http/watched_log.ts";

/** Short, because an agent that says nothing more is waited for. */
const SHORT: Partial<AgentLimits> = {
  initialize: 8_000,
  openSession: 5_000,
  stall: 2_000,
  turn: 10_000,
  cancel: 200,
  close: 200,
  terminate: 200,
};
const CANARY = "a canary\n";

/**
 * Gives work to the hostile agent of a seed, and requires that the service stays up, decides nothing, ends the run with a reason or
 * waits for a person, and leaves neither a process nor a change outside of the worktree. Returns how the run ended.
 */
export async function attackAsAgent(seed: number): Promise<string> {
  const directory = temporaryDirectory();
  const outside = join(directory, "canary");
  await Deno.writeTextFile(outside, CANARY);
  const program = await agentProgram(new URL("./hostile_agent.ts", import.meta.url).pathname);
  const command = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-config",
    "--no-lock",
    "-A",
    program,
    String(seed),
    outside,
  ];
  const log = new WatchedLog();
  try {
    await using world = await World.open({ agent: { command }, agentLimits: SHORT, log, dial: "everything" });
    const { h } = world;
    const run = await world.begin("Change something.");
    const how = `${run.status} ${run.statusReason ?? ""}`;
    if (run.status === "failed") {
      assert.match(run.statusDetail ?? "", /\S[.!?:]?$/s, "a run that failed says why");
      assert.notEqual(run.statusReason, null);
    } else if (run.status === "completed") {
      assert.deepEqual(run.approvals, [], "an agent that changed nothing may be done");
    } else {
      assert.equal(run.status, "waiting", how);
      const [open] = run.approvals.filter(({ status }) => status === "pending");
      assert.ok(open, "a run that waits names what it waits for");
      await h.operator("POST /runs/:id/cancel", { params: { id: run.id }, body: {} });
      assert.ok(isOver(await h.settled(run.id)));
    }
    const decided = world.events(run).filter(({ type }) =>
      /^approval\.(?:approved|rejected|applied)/.test(type)
    );
    assert.deepEqual(decided, [], "nobody decided anything");
    assert.deepEqual(log.errors, []);
    assert.equal((await h.operator("GET /health")).status, "ok");
    assert.equal(await Deno.readTextFile(outside), CANARY);
    assert.deepEqual([...Deno.readDirSync(directory)].map(({ name }) => name), ["canary"]);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    return how;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
