import { makeRepository } from "../bare_run.ts";
import { once } from "../http_client.ts";
import { median, milliseconds, percentile } from "../measure.ts";
import { Server } from "../process.ts";
import { type Bench, freePort, newDirectory, productionEnvironment } from "../setting.ts";
import type { Row } from "../table.ts";
import { Approvals } from "./review.ts";

const READINGS = {
  "GET /approvals/queue": () => "/approvals/queue?limit=100",
  "GET /approvals/forecast": (repository: string) =>
    `/approvals/forecast?repoPath=${encodeURIComponent(repository)}`,
};

/** Reading the queue and the forecast of a repository with many open results, while pairs of them are verified in idle slots. */
export async function open(bench: Bench): Promise<Row[]> {
  const { open, listings } = bench.size;
  const repository = newDirectory(bench, "repository");
  await makeRepository(repository);
  const port = freePort();
  await using _service = await Server.start("main.ts", port, {
    ...productionEnvironment(newDirectory(bench, "open"), port),
    AGENT_HARNESS_WORKERS: "2",
  });
  await using approvals = await Approvals.follow(port);
  for (let i = 0; i < open; i++) {
    await once(port, "POST", "/coordinator/runs", {
      request: `create note-${i % 10 === 0 ? 0 : i}.txt with "hello ${i}"`,
      repoPath: repository,
      worker: { provider: "builtin" },
      verifier: { command: "true" },
    });
    await approvals.next();
  }
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(READINGS)) {
    const times: number[] = [];
    for (let round = 0; round <= listings; round++) {
      const before = performance.now();
      await once(port, "GET", path(repository));
      times.push(performance.now() - before);
    }
    const [first = NaN, ...others] = times;
    rows.push({
      what: `${what}, ${open} open results`,
      ours: milliseconds(median(others)),
      bare: "",
      measured: null,
      target: null,
      detail: `${listings} rounds, p99 ${milliseconds(percentile(others, 0.99))}; the first took ${
        milliseconds(first)
      }`,
    });
  }
  return rows;
}
