import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

/** An answer, and the sequence of the log's newest entry when it was given. */
type Seen = { id: string; at: number; answer: RunDetails };

/** Keeps what the service answers about runs, each time that something is recorded of one. */
export class Recorder implements AsyncDisposable {
  readonly seen: Seen[] = [];
  readonly #stop: () => void;
  #reading: Promise<void> = Promise.resolve();

  constructor(readonly h: Harness) {
    this.#stop = h.store.subscribe((events) => {
      const ids = new Set(events.flatMap(({ runId }) => runId === undefined ? [] : [runId]));
      for (const id of ids) this.#reading = this.#reading.then(() => this.#read(id));
    });
  }

  /** Resolves once it has read what was recorded so far. */
  async caughtUp(): Promise<void> {
    await this.#reading;
  }

  /** Compares each answer with what the service now says of its moment; returns how many were compared. */
  async compare(): Promise<number> {
    await this.#reading;
    const erased = new Set<string>();
    for (const { id, at, answer } of this.seen) {
      const { status, body } = await this.h.json("GET", `/runs/${id}?at=${at}`);
      if (status === 404) {
        erased.add(id);
        continue;
      }
      assert.equal(status, 200, body.error);
      const { absent, ...then } = body;
      assert.deepEqual(absent, ["nextMove", "placement"]);
      const { nextMove: _, placement: _1, ...known } = answer;
      assert.deepEqual(then, known, `as it was after ${at}`);
    }
    for (const id of erased) assert.equal((await this.h.json("GET", `/runs/${id}`)).status, 404);
    return this.seen.filter(({ id }) => !erased.has(id)).length;
  }

  async #read(id: string): Promise<void> {
    // What is recorded between here and the answer is in the answer, or about another run.
    const before = this.h.store.head;
    const { status, body } = await this.h.json("GET", `/runs/${id}`);
    if (status !== 200) return;
    const answer: RunDetails = body;
    this.seen.push({ id, at: Math.max(before, answer.traces.items.at(-1)!.sequence), answer });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop();
    await this.#reading;
  }
}

const LONG = "run sleep 1000 & sleep 1000";

/** What is asked for, what is done about it while it is worked on or waits, and how it ends. */
const lives = fc.record({
  request: fc.constantFrom(
    'create NAME with "x"',
    'create NAME with "x"\ncreate second-NAME with "y"',
    "run echo made > NAME",
    'replace "nowhere" with "x" in a.txt',
    "buy 10 shares of ACME",
    LONG,
  ),
  verifier: fc.constantFrom(null, "true", "echo wrong; exit 3"),
  actions: fc.array(
    fc.constantFrom("guide", "pause", "report", "stop", "escalate", "retry", "rework", "verify", "archive"),
    { maxLength: 4 },
  ),
  end: fc.constantFrom("approve", "pick", "reject", "cancel", "leave", "erase"),
});

type Life = typeof lives extends fc.Arbitrary<infer One> ? One : never;

/** Lives through `count` random runs, two at a time, and compares each recorded moment with what is said of it later. */
export async function compareMoments(count: number, seed: number): Promise<number> {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 2 });
  await using recorder = new Recorder(h);
  const left = fc.sample(lives, { numRuns: count, seed }).map((life, i) => ({ life, name: `made-${i}.txt` }));
  const liveAll = async () => {
    for (let next = left.pop(); next; next = left.pop()) await live(h, repository, next.name, next.life);
  };
  await Promise.all([liveAll(), liveAll()]);
  return await recorder.compare();
}

async function live(h: Harness, repository: TestRepository, name: string, life: Life): Promise<void> {
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: life.request.replaceAll("NAME", name),
      repoPath: repository.root,
      ...(life.verifier !== null && { verifier: { command: life.verifier } }),
    },
  });
  const rest = async () => {
    if (life.request === LONG) await h.until(id, (run) => isAtRest(run) || isExecuting(run));
    else await h.settled(id);
  };
  await rest();
  for (const action of [...life.actions, life.end, ...(life.request === LONG ? ["cancel"] : [])]) {
    if ((await h.json("GET", `/runs/${id}`)).status === 404) return;
    await act(h, id, action, name);
    if (action !== "erase") await rest();
  }
}

const isAtRest = ({ status }: RunDetails): boolean => status !== "queued" && status !== "running";

/** Whether a command of it is executed, which may never end. */
const isExecuting = ({ traces }: RunDetails): boolean =>
  traces.items.findLast(({ type }) => type.startsWith("process."))?.type === "process.started";

/** Asks for an action; in the wrong state it is refused, and changes nothing. */
async function act(h: Harness, id: string, action: string, name: string): Promise<void> {
  const run = await h.operator("GET /runs/:id", { params: { id } });
  const [task] = run.tasks;
  const approval = run.approvals.find(({ status }) => status === "pending");
  const [evidence] = approval?.evidence ?? [];
  const hunks = evidence?.kind === "repo-write-patch-bundle" ? evidence.files[0]?.hunks : undefined;
  const post = async (path: string, body: unknown = {}) => {
    const { status } = await h.json("POST", path, body);
    assert.ok(status < 500, `${path}: ${status}`);
  };
  switch (action) {
    case "guide":
      if (task) await post(`/task-sessions/${task.id}/guidance`, { content: "mind the tests" });
      break;
    case "pause":
      await post(`/runs/${id}/pause`);
      await post(`/runs/${id}/resume`);
      break;
    case "report":
      await post(`/runs/${id}/coordinator-report`, { reason: "asked" });
      break;
    case "stop":
      if (task) await post(`/task-sessions/${task.id}/stop`);
      break;
    case "escalate":
    case "retry":
      if (task) await post(`/runs/${id}/task-cards/${task.taskId}/${action}`);
      break;
    case "verify":
      await post(`/runs/${id}/verify`, { command: "true" });
      break;
    case "archive":
      await post("/runs/archive");
      break;
    case "approve":
      if (approval) await post(`/approvals/${approval.id}/approve`, REVIEWED);
      break;
    case "pick":
      if (approval) {
        await post(`/approvals/${approval.id}/approve`, { ...REVIEWED, acceptedHunks: [hunks?.[0]?.id] });
      }
      break;
    case "rework":
    case "reject": {
      const rework = { disposition: "rework", reviewerNote: `append "y" to ${name}` };
      const body = action === "rework" ? rework : { disposition: "abandon", reviewerNote: "no" };
      if (approval) await post(`/approvals/${approval.id}/reject`, { ...REVIEWED, ...body });
      break;
    }
    case "erase":
      await post(`/runs/${id}/cancel`);
      await h.service.execution.settled(id);
      await post(`/runs/${id}/delete`);
      break;
    case "cancel":
      await post(`/runs/${id}/cancel`);
      break;
  }
}
