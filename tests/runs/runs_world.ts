import { DOOR } from "../worker_machines/machine.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { Harness, type HarnessOptions } from "../harness.ts";
import { copyDirectory } from "../kit/copy_directory.ts";
import { temporaryDirectory } from "../temporary.ts";

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Runs, approvals and what belongs to them, by the state; each value is an id. */
export type Ids = {
  runs: Record<
    | "expired"
    | "completed"
    | "failed"
    | "policyBlocked"
    | "rejected"
    | "superseded"
    | "stale"
    | "reworked"
    | "cancelled"
    | "waiting"
    | "paused"
    | "queued"
    | "provider"
    | "entered"
    | "raced",
    string
  >;
  approvals: Record<
    | "expired"
    | "applied"
    | "rejected"
    | "superseded"
    | "stale"
    | "pending"
    | "cancelled"
    | "reworked"
    | "sentBack",
    string
  >;
  taskSession: string;
  backup: string;
};

/** What the work has left: the storage directory, the repository as it is then, where it was, and the time. */
type Made = { storage: string; repository: string; root: string; ids: Ids; at: number };

let made: Promise<Made> | null = null;

/**
 * A service in which a run, an approval and a task session of each state exists, made through the public door by real
 * work; it executes nothing any more. The work is done once for all tests of a process that need it: each has a copy.
 */
export class World {
  /** What exercises started, such as servers; it ends with the world. */
  readonly owned: AsyncDisposable[] = [];

  private constructor(
    readonly h: Harness,
    readonly repository: TestRepository,
    readonly ids: Ids,
    /** The service's clock. */
    readonly clock: { at: number },
  ) {}

  static async make(options: HarnessOptions = {}): Promise<World> {
    const { storage, repository, root, ids, at } = await (made ??= makeAll());
    const clock = { at };
    const h = await Harness.open(
      { now: () => new Date(clock.at++), workerDoor: DOOR, ...options },
      copyDirectory(storage, temporaryDirectory()),
    );
    return new World(h, new TestRepository(copyDirectory(repository, root)), ids, clock);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.h[Symbol.asyncDispose]();
    for (const each of this.owned) await each[Symbol.asyncDispose]();
    this.repository[Symbol.dispose]();
  }
}

async function makeAll(): Promise<Made> {
  using repository = TestRepository.make({ "a.txt": "hello\n", "stale.txt": "base\n" });
  const clock = { at: Date.parse("2026-01-02T03:04:05.678Z") };
  const options = { now: () => new Date(clock.at++) };
  const storage = temporaryDirectory();
  const worker = await Harness.open({ ...options, workers: 2 }, storage);
  const ids = await new Maker(worker, repository).all(clock);
  await worker.close();
  const h = await Harness.open(options, storage);
  ids.runs.queued = (await new Maker(h, repository).queue({ request: 'create queued.md with "x"' })).id;
  await h.close();
  return {
    storage,
    repository: copyDirectory(repository.root, temporaryDirectory()),
    root: repository.root,
    ids,
    at: clock.at,
  };
}

Deno.test.afterAll(async () => {
  if (!made) return;
  const { storage, repository } = await made;
  for (const directory of [storage, repository]) Deno.removeSync(directory, { recursive: true });
});

type Request = {
  request: string;
  verifier?: { command: string };
  worker?: { provider: string };
  race?: { contenders: { worker: { provider: string } }[] };
  onRed?: "fail";
};

/** Makes each state by the requests that lead there. */
class Maker {
  constructor(readonly h: Harness, readonly repository: TestRepository) {}

  async all(clock: { at: number }): Promise<Ids> {
    const expired = await this.run({ request: 'create expired.md with "x"' });
    clock.at += 31 * DAY_MILLISECONDS;
    await this.h.composition.maintenance.runOnce();
    const [completed, failed, policyBlocked, rejected, superseded, stale, reworked, cancelled, waiting] =
      await Promise.all([
        this.run({ request: 'create docs/done.md with "done\\n"', verifier: { command: "true" } }),
        this.run({
          request: 'create failed.md with "x"',
          verifier: { command: "echo wrong; exit 3" },
          onRed: "fail",
        }),
        this.run({ request: "buy 10 shares of ACME" }),
        this.run({ request: 'create rejected.md with "x"' }),
        this.run({ request: 'create picked.md with "x"\ncreate dropped.md with "y"' }),
        this.run({ request: 'replace "base" with "new" in stale.txt' }),
        this.run({ request: 'create reworked.md with "x"' }),
        this.run({ request: 'create cancelled.md with "x"' }),
        this.run({ request: 'create waiting.md with "x"\ncreate waiting2.md with "y"' }),
      ]);
    const provider = await this.run({ request: "make it nicer", worker: { provider: "nowhere" } });
    const recipe = { worker: { provider: "builtin" } };
    const raced = await this.run({
      request: 'create raced.md with "x"',
      race: { contenders: [recipe, recipe] },
    });
    const paused = await this.run({ request: 'create paused.md with "x"' });
    await this.h.operator("POST /runs/:id/pause", { params: { id: paused.id } });
    const entered = await this.run({ request: "run test -e by_hand.md" });
    await this.h.operator("POST /runs/:id/enter", { params: { id: entered.id }, body: { by: "Anna" } });
    await this.h.until(entered.id, ({ tasks }) => tasks.some((task) => task.entered !== undefined));
    await this.h.settled(entered.id);
    await this.decide("approve", completed.approval);
    await this.decide("reject", rejected.approval, { disposition: "abandon", reviewerNote: "no" });
    await this.decide("approve", superseded.approval, { acceptedHunks: [superseded.hunk!] });
    this.repository.write({ "stale.txt": "somebody else's\n" });
    await this.decide("approve", stale.approval);
    await this.decide("reject", reworked.approval, {
      disposition: "rework",
      reviewerNote: 'append "y" to reworked.md',
    });
    await this.h.operator("POST /runs/:id/cancel", { params: { id: cancelled.id } });
    for (const { id } of [completed, superseded, stale, reworked]) await this.h.settled(id);
    await this.extras(waiting.id, waiting.session);
    const backup = await this.h.operator("POST /control-plane/backups");
    await this.h.service.backups.idle();
    const runs = { expired, completed, failed, policyBlocked, rejected, superseded, stale, reworked };
    const rest = { cancelled, waiting, paused, provider, queued: waiting, entered, raced };
    const id = (made: { id: string }) => made.id;
    return {
      runs: Object.fromEntries(
        Object.entries({ ...runs, ...rest }).map(([k, v]) => [k, id(v)]),
      ) as Ids["runs"],
      approvals: {
        expired: expired.approval,
        applied: completed.approval,
        rejected: rejected.approval,
        superseded: superseded.approval,
        stale: stale.approval,
        cancelled: cancelled.approval,
        pending: waiting.approval,
        reworked: (await this.h.settled(reworked.id)).approvals[0]!.id,
        sentBack: reworked.approval,
      },
      taskSession: waiting.session,
      backup: backup.id,
    };
  }

  queue(request: Request) {
    return this.h.operator("POST /coordinator/runs", {
      body: { repoPath: this.repository.root, ...request },
    });
  }

  private async run(request: Request) {
    const run = await this.h.settled((await this.queue(request)).id);
    const evidence = run.approvals[0]?.evidence[0];
    return {
      id: run.id,
      approval: run.approvals[0]?.id ?? "",
      session: run.tasks[0]?.id ?? "",
      hunk: evidence?.kind === "repo-write-patch-bundle" ? evidence.files[0]?.hunks[0]?.id : undefined,
    };
  }

  private async decide(verb: "approve" | "reject", id: string, more: Record<string, unknown> = {}) {
    await this.h.operator(`POST /approvals/:id/${verb}`, { params: { id }, body: { ...REVIEWED, ...more } });
  }

  private async extras(id: string, taskSession: string) {
    const params = { id };
    await this.h.agent("POST /task-sessions/:id/guidance", {
      params: { id: taskSession },
      body: { content: "mind the tests" },
    });
    await this.h.agent("POST /runs/:id/coordinator-report", { params, body: { reason: "asked" } });
    await this.h.operator("POST /runs/:id/research-notes", { params, body: { content: "a note" } });
    await this.h.operator("POST /runs/:id/research-assets", {
      params,
      body: { title: "bytes", contentBase64: btoa("\0\x01\x02") },
    });
  }
}
