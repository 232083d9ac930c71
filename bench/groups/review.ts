import { BareRun, makeRepository } from "../bare_run.ts";
import { readFrames, type StreamFrame } from "../../client/sse.ts";
import { once } from "../http_client.ts";
import { alternate, latencyOf, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, freePort, newDirectory, productionEnvironment } from "../setting.ts";
import type { Row } from "../table.ts";

type Status = { workerState: { sandbox: { enforced: boolean } } };

/** A small run from its request until a person can decide on it, over HTTP, against the commands that it takes by hand. */
export async function review(bench: Bench): Promise<Row[]> {
  const repository = newDirectory(bench, "repository");
  await makeRepository(repository);
  const port = freePort();
  await using _service = await Server.start("main.ts", port, {
    ...productionEnvironment(newDirectory(bench, "review"), port),
    AGENT_HARNESS_WORKERS: "1",
  });
  await using approvals = await Approvals.follow(port);
  let count = 0;
  const ours = async () => {
    await once(port, "POST", "/coordinator/runs", {
      request: `create note-${count++}.txt with "hello"`,
      repoPath: repository,
      worker: { provider: "builtin" },
      verifier: { command: "true" },
    });
    await approvals.next();
  };
  // The service finds out whether commands can be confined when it first needs to, and it clones the repository then.
  await ours();
  const { workerState } = await once<Status>(port, "GET", "/control-plane/status");
  const { enforced } = workerState.sandbox;
  const bare = await BareRun.prepare(repository, newDirectory(bench, "bare"), enforced);
  const pairs = await alternate(
    bench.size.reviews,
    () => timed(ours),
    () => timed(() => bare.perform(`note-${count++}`)),
  );
  const { ratio, noise } = ratioOf(pairs);
  const confined = enforced ? "in a sandbox" : "without a sandbox";
  return [{
    what: "a small run, from request to review",
    ours: milliseconds(middle(pairs.ours)),
    bare: milliseconds(middle(pairs.bare)),
    measured: ratio,
    noise,
    target: { most: 10 },
    detail: `${bench.size.reviews} rounds, ${confined}; ours ${latencyOf(pairs.ours)}; bare ${
      latencyOf(pairs.bare)
    }`,
  }];
}

async function timed(work: () => Promise<void>): Promise<Sample> {
  const before = performance.now();
  await work();
  const value = performance.now() - before;
  return { value, latencies: [value] };
}

/** The approvals that a service asks for, as they come. */
export class Approvals {
  private constructor(readonly frames: AsyncGenerator<StreamFrame>) {}

  static async follow(port: number): Promise<Approvals> {
    const { body } = await fetch(`http://127.0.0.1:${port}/events`);
    return new Approvals(readFrames(body!));
  }

  /** Resolves at the next one. Throws when a run ends without one. */
  async next(): Promise<void> {
    for (;;) {
      const { value, done } = await this.frames.next();
      if (done) throw new Error("The service ended the stream of events.");
      if (value.event === "run.failed") throw new Error(`A run failed: ${value.data}`);
      if (value.event === "approval.requested") return;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.frames.return(undefined);
  }
}
