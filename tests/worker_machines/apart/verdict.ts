import assert from "node:assert/strict";
import { join } from "node:path";
import { pendingOf } from "../../kit/pending_of.ts";
import { filesBelow, namesIn, processesOf } from "../../recovery/leftovers.ts";
import { programFile } from "../../programs.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { checkStore, readLog } from "../../recovery/site.ts";
import { judgeAssignments } from "../judge.ts";
import type { World } from "./world.ts";

/** The last page of a list of runs. */
const PAGE = 100;

/** Checks what became of all runs of a world, which is at rest, and of its machines; returns it in lines. */
export async function judgeWorld(world: World): Promise<string[]> {
  const ids = await runIds(world);
  let [passed, givenUp] = [0, 0];
  const places = { machines: 0, here: 0, reported: 0, verifiedHere: 0 };
  const log = await readLog(world.service);
  for (const id of ids) {
    const run = await world.operator("GET /runs/:id", { params: { id } });
    if (run.status === "failed") {
      const lost = log.filter(({ type, runid }) => type === "assignment.lost" && runid === id).length;
      const ended = log.filter(({ type, runid }) => type === "assignment.ended" && runid === id).length;
      assert.equal(run.statusReason, "process_lost", `${id}: ${run.statusDetail}`);
      assert.ok(lost + ended >= 2, `${id} was given up after ${lost} losses: ${run.statusDetail}`);
      givenUp++;
      continue;
    }
    requireOneAttempt(run);
    passed++;
    const { reportedBy } = run.evaluation!;
    if (reportedBy) places.reported++;
    else places.verifiedHere++;
    const sessions = await world.operator("GET /runs/:id/task-sessions", { params: { id } });
    const makers = sessions.map(({ machine }) => machine?.machineId);
    assert.ok(!reportedBy || !makers.includes(reportedBy.machineId), `${id} was verified where it was made`);
    for (const { id: task, machine } of sessions) {
      const ends = log.filter(({ type, tasksessionid }) =>
        type === "task_session.completed" && tasksessionid === task
      );
      assert.equal(ends.length, 1, `${task} of ${id} was completed ${ends.length} times`);
      if (machine) places.machines++;
      else places.here++;
    }
  }
  const judged = judgeAssignments(log);
  await checkStore(world.service);
  await verifyAudit(world, ids[0]!);
  await requireNothingLeft(world);
  return [
    `${ids.length} runs: ${passed} verified, ${givenUp} given to a human after several machines were lost with them`,
    `tasks: ${places.machines} by machines, ${places.here} here; results: ${places.reported} verified by the other machine, ${places.verifiedHere} here`,
    `assignments: ${
      JSON.stringify(judged)
    }, none delivered twice; ${log.length} events, their chain verified`,
  ];
}

/** Verifies the export of a run as its reader would: with the command line, without the service. */
async function verifyAudit({ operator }: World, id: string): Promise<void> {
  const file = join(temporaryDirectory(), "audit.json");
  Deno.writeTextFileSync(file, JSON.stringify(await operator("GET /runs/:id/audit", { params: { id } })));
  const args = ["run", "-A", "--no-check", "--quiet", programFile("cli.ts"), "audit", "verify", file];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
}

/** A result has the files of one attempt. */
function requireOneAttempt(run: Parameters<typeof pendingOf>[0]): void {
  const state = `${run.id} is ${run.status} ${run.statusDetail}: ${JSON.stringify(run.waitingFor)}`;
  assert.equal(run.status, "waiting", state);
  assert.equal(run.evaluation?.outcome, "passed", state);
  const [patch] = pendingOf(run).evidence;
  assert.ok(patch && "stats" in patch, JSON.stringify(patch));
  assert.deepEqual(patch.stats, { files: 1, additions: 1, deletions: 0 }, run.id);
}

async function runIds({ operator }: World): Promise<string[]> {
  const ids: string[] = [];
  for (let offset = 0;; offset += PAGE) {
    const items = await operator("GET /runs", { query: { limit: PAGE, offset } });
    ids.push(...items.map(({ id }) => id));
    if (items.length < PAGE) return ids;
  }
}

/** Ends the machines, and checks that no process and no file of their work is left. */
async function requireNothingLeft({ machines }: World): Promise<void> {
  for (const machine of machines) {
    await machine.end("SIGTERM");
    assert.deepEqual(processesOf(machine.directory), [], machine.name);
    const storage = join(machine.directory, "storage");
    assert.deepEqual(namesIn(join(storage, "workspaces")), [], machine.name);
    const files = filesBelow(storage).filter((path) => /(^|\/)n\d+\.txt$/.test(path));
    assert.deepEqual(files, [], machine.name);
  }
}
