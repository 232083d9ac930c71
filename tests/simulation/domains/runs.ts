import type { Random } from "../../recovery/load/random.ts";
import { AGENT } from "../../tokens.ts";
import { type Command, type Domain, holds, one, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";
import { Fixing, type FixKind } from "./fixing.ts";
import { Flow } from "./flow.ts";
import type { FlowNode, Library } from "./flow_nodes.ts";
import { MOST_LOSSES } from "./leases.ts";
import { Order } from "./order.ts";
import { Race } from "./race.ts";
import { type RunKind, RunModel } from "./run_model.ts";
import { decisionCommands } from "./decisions.ts";
import { runCommands } from "./run_commands.ts";
import { lookInside, steppingIn } from "./stepping_in.ts";
import { isRacing, lookInContenders, steppingIntoContenders } from "./stepping_into_contenders.ts";
import { steppingIntoNodes } from "./stepping_into_nodes.ts";
import { redoing } from "./redoing.ts";
import { repairCommands } from "./repairs.ts";
import { upkeepCommands } from "./run_upkeep.ts";

/** What of a run a list or its details show. */
// deno-lint-ignore no-explicit-any
type Shown = any;

/** Runs, from their request to what they leave in the repository. */
export class Runs implements Domain {
  readonly all: RunModel[] = [];
  /** What files of results contain in the repository; nothing where none was written. */
  readonly tree = new Map<string, string | null>();
  readonly commands: readonly Command[];
  #made = 0;
  #latestSeen = 0;

  constructor(readonly surroundings: Surroundings) {
    this.commands = [
      ...runCommands(this),
      ...upkeepCommands(this),
      ...decisionCommands(this),
      ...repairCommands(this),
      ...redoing(this),
      ...steppingIn(this),
      ...steppingIntoNodes(this),
      ...steppingIntoContenders(this),
    ];
  }

  /** A run that is yet to be created. */
  next(source?: RunModel, continues = false): RunModel {
    if (source === undefined) return this.#make({});
    const { order, flow, race, fixing } = source;
    return this.#make({
      source,
      order: order?.again(this.surroundings.now()),
      flow: flow?.again(continues),
      race: race?.again(),
      fixing: fixing?.again(),
    });
  }

  /** One that is yet to be created, and orders something. */
  nextOrder(total: number): RunModel {
    return this.#make({ order: new Order(total, this.surroundings.now().getTime()) });
  }

  /** One that is yet to be created, and whose result so many contenders race for. */
  nextRace(contenders: number): RunModel {
    return this.#make({ race: new Race(contenders) });
  }

  /** One that is yet to be created, and whose verifier fails for so many rounds. */
  nextFix(kind: FixKind): RunModel {
    const name = `r${++this.#made}`;
    const problem = { path: `sim/${name}.txt`, mark: `mark-${name}.`, faults: kind.faults };
    return new RunModel(name, this.surroundings.repoPath, { fixing: new Fixing(problem, kind) });
  }

  #make(what: RunKind): RunModel {
    return new RunModel(`r${++this.#made}`, this.surroundings.repoPath, what);
  }

  /** One that is yet to be created, of a workflow. */
  nextFlow(workflow: string, nodes: readonly FlowNode[], library: Library): RunModel {
    const name = `r${++this.#made}`;
    const run = new RunModel(name, this.surroundings.repoPath, {
      flow: new Flow(workflow, nodes, `mark-${name}.`, library),
    });
    run.mayFail = true;
    return run;
  }

  /** A run of an automation, all of which write the same file. */
  ofAutomation = (name: string): RunModel => new RunModel(name, this.surroundings.repoPath);

  /** Takes over a run that an automation started. */
  adopt(id: string | null, name: string): void {
    if (id === null || this.all.some((run) => run.id === id)) return;
    const run = this.ofAutomation(name);
    run.id = id;
    run.mayFail = true;
    this.all.push(run);
  }

  /** Takes over a run that a node of another started. */
  async #adoptChild(read: Read, id: string): Promise<void> {
    if (this.all.some((run) => run.id === id)) return;
    const { parentRunId, inputs, workflowId } = await read(`/runs/${id}`);
    const parent = this.all.find((run) => run.id === parentRunId);
    const child = parent?.flow?.childFor(String(inputs?.mark)) ?? null;
    holds(parent && child, `nobody asked for the run ${id} of the workflow ${workflowId}`);
    const { path, flow } = child;
    const before = parent.flow!.children.get(path);
    holds(
      before?.hasEnded !== false,
      `${path} of ${parent.name} began ${id}, and ${before?.id} has not ended`,
    );
    const run = new RunModel(`r${++this.#made}`, this.surroundings.repoPath, { flow, parent });
    run.id = id;
    run.mayFail = true;
    parent.flow!.children.set(path, run);
    this.all.push(run);
  }

  /** Those that are not erased, the newest first. */
  get kept(): RunModel[] {
    return this.all.filter(({ isErased }) => !isErased).toReversed();
  }

  /** One of those that are not erased; rather one that has not ended. */
  pick(random: Random): RunModel | null {
    const open = this.kept.filter((run) => !run.hasEnded);
    return random.next() < 0.8 ? one(random, open) ?? one(random, this.kept) : one(random, this.kept);
  }

  /** The same run, with what it has done by itself until now. */
  async seen(read: Read, run: RunModel | null): Promise<RunModel | null> {
    if (run !== null) await this.lookAt(read, run);
    return run;
  }

  /** Takes over what a run has done by itself since it was looked at, if the model allows that. */
  observe(run: RunModel, shown: Shown): void {
    same(shown.id, run.id, `the run ${run.name}`);
    if (shown.status !== run.status) {
      const reason = shown.statusReason ?? null;
      holds(
        run.mayMove(shown.status, reason, this.#latest),
        `${run.name} (${run.id}) is ${shown.status}${
          reason ? ` (${reason})` : ""
        }, the model says ${run.status}${run.decision ? ` and ${run.decision}` : ""}`,
      );
      run.status = shown.status;
    }
    holds(run.hasEnded || shown.nextMove !== null, `${run.name} is ${run.status}, and nobody moves it`);
    same(shown.archivedAt !== null, run.isArchived, `whether ${run.name} is archived`);
    same(shown.request, run.request, `the request of ${run.name}`);
  }

  /** The latest time that there was. Others may look at runs before they are told that it passed. */
  get #latest(): number {
    return this.#latestSeen = Math.max(this.#latestSeen, this.surroundings.now().getTime());
  }

  passed(): Promise<void> {
    void this.#latest;
    return Promise.resolve();
  }

  jumped(_from: number, to: number): void {
    for (const { order } of this.kept) order?.setBack(to);
  }

  restored(): void {
    for (const run of this.kept) {
      run.isOfBackup = true;
      run.race?.restored();
      run.isSettled = false;
    }
  }

  killed(): void {
    // One that was queued may have begun since it was looked at.
    for (const run of this.kept) if (run.status === "running" || run.status === "queued") run.recoveries++;
  }

  /** Nothing of a run that was erased is left in the database. */
  maintained(isStored: (text: string) => boolean): void {
    // What a node hands to its run is kept with the run of the node.
    const isKept = ({ file, content }: RunModel) =>
      this.kept.some((run) =>
        run.file === file || run.content.startsWith(content) || content.startsWith(run.content)
      );
    // The request of an automation's run is that of the automation, which is still there.
    const isOfAutomation = ({ name }: RunModel) => name.startsWith("auto");
    const erased = this.all.filter((each) => each.isErased && !isKept(each) && !isOfAutomation(each));
    for (const run of erased.slice(-4)) {
      holds(!isStored(run.content), `"${run.content}" is stored, and its run ${run.name} was erased`);
    }
  }

  moved = (read: Read) => this.#lookAtList(read, false);

  async look(read: Read, random: Random): Promise<void> {
    if (random.next() < 0.2) return await this.#lookAtList(read, random.next() < 0.2);
    const run = one(random, this.all);
    if (run !== null) await this.lookAt(read, run);
  }

  async lookAtAll(read: Read, isWhole: boolean): Promise<void> {
    await this.#lookAtList(read, false);
    await this.#lookAtList(read, true);
    for (const run of this.kept) if (isWhole || !run.isSettled) await this.lookAt(read, run);
  }

  async #lookAtList(read: Read, archived: boolean): Promise<void> {
    const shown: Shown[] = await read(`/runs?limit=1000${archived ? "&archived=true" : ""}`);
    for (const { id } of shown) await this.#adoptChild(read, id);
    for (const run of this.kept) run.sequence ??= await sequenceOf(read, run);
    // Newest first by the log, whatever the clock was set to; a run of an automation is seen later than it was created.
    const expected = this.kept.filter(({ isArchived }) => isArchived === archived)
      .toSorted((one, other) => other.sequence! - one.sequence!);
    same(
      shown.map(({ id }) => id),
      expected.map(({ id }) => id),
      archived ? "the archived runs" : "the runs",
    );
    // One that has ended ends those that it started.
    const observed = expected.map((run, index) => ({ run, shown: shown[index] }));
    const isChild = ({ run }: typeof observed[number]) => run.parent !== null;
    for (
      const { run, shown } of [...observed.filter((each) => !isChild(each)), ...observed.filter(isChild)]
    ) {
      this.observe(run, shown);
    }
    const running = expected.filter(({ status }) => status === "running");
    const queued = expected.filter(({ status }) => status === "queued");
    holds(archived || running.length > 0 || queued.length === 0, "runs are queued, and none is executed");
    const counts = await read(`/runs/counts${archived ? "?archived=true" : ""}`);
    for (const status of ["queued", "running", "waiting", "paused", "completed", "failed", "cancelled"]) {
      const count = expected.filter((run) => run.status === status).length;
      same(
        counts[status] ?? counts.byStatus?.[status] ?? 0,
        count,
        `how many ${archived ? "archived " : ""}runs are ${status}`,
      );
    }
  }

  /** Whether its task may have failed, so that a person says how it goes on. */
  #mayHaveFailed({ order, approvals, mayBeLost, hasFailedThere }: RunModel, { tasks }: Shown): boolean {
    return hasFailedThere || mayBeLost >= MOST_LOSSES ||
      tasks.some(({ statusReason }: Shown) =>
        order?.mayFail(statusReason) || order?.mayExpire(approvals, this.#latest)
      );
  }

  /** Whether it waits for a run that it started, and that has not ended, or has ended just now. */
  #mayWaitForRun({ id, flow }: RunModel, { waitingFor }: Shown): boolean {
    return waitingFor?.kind === "dependency" && (flow!.hasOpenChild || this.surroundings.isHeld(id));
  }

  /** Compares a run and what it left. */
  async lookAt(read: Read, run: RunModel): Promise<void> {
    if (run.isErased) return;
    if (run.parent?.isOver === false) this.observe(run.parent, await read(`/runs/${run.parent.id}`));
    const shown = await read(`/runs/${run.id}`);
    this.observe(run, shown);
    run.approvals = shown.approvals;
    run.sessions = shown.tasks.map(({ id }: { id: string }) => id);
    run.tasks = shown.tasks.map(({ taskId }: { taskId: string }) => taskId);
    run.flow?.takeOver(shown.tasks);
    if (run.wasEntered) await (isRacing(run) ? lookInContenders(read, run) : lookInside(read, run));
    const open = run.approvals.filter(({ status, subject }) =>
      status === "pending" && subject?.kind !== "undo"
    );
    const pending = open.length;
    const nodes = open.flatMap(({ subject }) => subject?.kind === "workflow_node" ? [subject.id] : []);
    same(new Set(nodes).size, nodes.length, `of how many nodes of ${run.name} the open questions are`);
    // What a person was about to change in it may be lost with a restored backup: then it asks what to do.
    const isAsked = shown.waitingFor?.kind === "input" && (run.wasEntered || this.#mayHaveFailed(run, shown));
    holds(
      run.status !== "waiting" || run.decision !== null || run.isInside || run.isStale || isAsked ||
        pending === 1 ||
        (run.flow !== null &&
          (pending > 0 || shown.waitingFor?.kind === "time" || this.#mayWaitForRun(run, shown))) ||
        run.race?.isToBePicked(shown.waitingFor),
      `${run.name} waits for ${JSON.stringify(shown.waitingFor)}, and ${pending} decisions are open`,
    );
    holds(
      !run.parent?.isOver || run.hasEnded || run.decision === "approved",
      `${run.name} is ${run.status}, and ${run.parent?.name} that started it has ended`,
    );
    holds(
      !run.hasEnded || pending === 0,
      `${run.name} (${run.id}) has ended, and ${pending} decisions are open`,
    );
    for (const path of new Set([run.file, run.handFile, ...run.files.keys()])) {
      same(
        this.surroundings.read(path),
        this.tree.get(path) ?? null,
        `${path} of ${run.name} (${run.id}), which is ${run.status}`,
      );
    }
    run.isSettled = run.hasEnded;
  }
}

/** Which entry of the log a run began with. */
async function sequenceOf(read: Read, { id }: RunModel): Promise<number> {
  const { items: [first] } = await read(`/runs/${id}/timeline?limit=1`);
  return first.sequence;
}

/** Who asks: the agent may create and steer. */
export const someone = (random: Random): string | undefined => random.next() < 0.2 ? AGENT : undefined;
