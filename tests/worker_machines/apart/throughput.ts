import assert from "node:assert/strict";
import { freePort } from "../../../bench/setting.ts";
import { TestRepository } from "../../git.ts";
import { EventTail } from "../../recovery/event_tail.ts";
import { ServiceProcess } from "../../recovery/service_process.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { MachineProcess } from "./machine_process.ts";

/** What so many machines did. */
type Measured = { machines: number; tasks: number; seconds: number; processorSeconds: number };

/** How long each task sleeps. */
const SLEEP_SECONDS = 2;

/** Measures how fast 1, 2 and 4 machines do tasks that sleep, so many for each machine. Returns the exit code. */
export async function measureThroughput(tasksEach: number, say: (line: string) => void): Promise<number> {
  const measured: Measured[] = [];
  for (const machines of [1, 2, 4]) {
    const one = await measure(machines, tasksEach * machines);
    measured.push(one);
    const rate = (each: Measured) => each.tasks / each.seconds;
    const ratio = rate(one) / rate(measured[0]!);
    const perTask = one.processorSeconds * 1000 / one.tasks;
    say(
      `${machines} machines: ${one.tasks} tasks of ${SLEEP_SECONDS} s in ${one.seconds.toFixed(1)} s, ${
        rate(one).toFixed(3)
      } a second, ${ratio.toFixed(2)} of one machine (${(ratio / machines).toFixed(2)} n); ${
        perTask.toFixed(0)
      } ms of processor time of the service a task`,
    );
  }
  return 0;
}

async function measure(count: number, tasks: number): Promise<Measured> {
  const port = freePort();
  const wrap = ["env", `AGENT_HARNESS_WORKER_LISTEN=127.0.0.1:${port}`];
  await using service = await ServiceProcess.start({ storage: temporaryDirectory(), workers: 1, wrap });
  using tail = new EventTail(service);
  using repository = TestRepository.make();
  await using started = new AsyncDisposableStack();
  for (let i = 1; i <= count; i++) {
    const machine = started.use(new MachineProcess(`w${i}`, `http://127.0.0.1:${port}`));
    await machine.enrol(service, { name: machine.name, group: machine.name });
    await tail.first(({ type }) => tail.count((each) => each.type === type) >= i && type === DESCRIBED);
  }
  const ask = async (request: string, here = false) => {
    const body = { repoPath: repository.root, request, here };
    return (await service.operator("POST /coordinator/runs", { body })).id;
  };
  // The one slot of this machine is taken, so that nothing else is done here.
  const filler = await ask("run sleep 100000", true);
  await tail.first(({ type, runid }) => runid === filler && type === "process.started");
  await doTasks(count); // the first on each machine is slower: it fetches the base
  const before = processorSeconds(service.child.pid);
  const startedAt = performance.now();
  await doTasks(tasks);
  const seconds = (performance.now() - startedAt) / 1000;
  const processor = processorSeconds(service.child.pid) - before;
  await service.operator("POST /runs/:id/cancel", { params: { id: filler } });
  return { machines: count, tasks, seconds, processorSeconds: processor };

  async function doTasks(number: number): Promise<void> {
    const ids = new Set<string | undefined>();
    for (let i = 0; i < number; i++) ids.add(await ask(`run sleep ${SLEEP_SECONDS} && echo x > n.txt`));
    const placed = () => tail.count(({ type, runid }) => type === DELIVERED && ids.has(runid));
    await tail.first(({ type }) => type === DELIVERED && placed() === number);
    assert.equal(placed(), number);
  }
}

const DESCRIBED = "worker_machine.described";
const DELIVERED = "assignment.task_delivered";

/** The processor time that a process has taken so far. */
function processorSeconds(pid: number): number {
  const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
