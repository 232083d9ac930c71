import { makeRepository } from "./bare_run.ts";
import { once } from "./http_client.ts";
import { latencyOf, median, middle, type Pairs, percentile, type Sample, whole } from "./measure.ts";
import { type Program, Server } from "./process.ts";
import { processorMilliseconds } from "./processor_time.ts";
import type { Load } from "./programs/http_load.ts";
import { ordinaryRun, ROOT } from "./setting.ts";
import { CLIENTS } from "./size.ts";
import type { Row, Target } from "./table.ts";

const OPERATOR = "bench-operator-token-0123456789";
const ENVIRONMENT = { AGENT_HARNESS_OPERATOR_TOKEN: OPERATOR };

/** What a request costs: how many are answered in a second, and the microseconds of processor time of the service for each. */
export type Cost = Sample & { microseconds: number };

/**
 * The service of a checkout as most people use it: an operator token, one stored secret, and runs in a git repository. Dispose it.
 */
export class UsualService implements AsyncDisposable {
  private constructor(readonly server: Server, readonly input: object, readonly run: string) {}

  static async start(storageDirectory: string, checkout = ROOT): Promise<UsualService> {
    const server = await Server.service(storageDirectory, { checkout, environment: ENVIRONMENT });
    const ask = <Body>(path: string, body: object) =>
      once<Body>(server.port, "POST", path, body, AUTHORIZATION);
    await ask("/secrets", { name: "registry", kind: "api-key", value: "npm_8f2c61d09b7e4a5fb3c1" });
    const input = ordinaryRun(storageDirectory);
    await makeRepository(input.repoPath);
    const { id } = await ask<{ id: string }>("/coordinator/runs", input);
    return new UsualService(server, input, id);
  }

  /** Creates runs from many clients. */
  create = (client: Program, count: number): Promise<Cost> =>
    costOf(this.server, client, {
      method: "POST",
      path: "/coordinator/runs",
      body: JSON.stringify(this.input),
      headers: AUTHORIZATION,
      count,
      status: 201,
    });

  /** Reads one run from many clients. */
  read = (client: Program, count: number): Promise<Cost> =>
    costOf(this.server, client, {
      method: "GET",
      path: `/runs/${this.run}`,
      headers: AUTHORIZATION,
      count,
      status: 200,
    });

  /** What reading the run answers. */
  document = (): Promise<object> =>
    once<object>(this.server.port, "GET", `/runs/${this.run}`, undefined, AUTHORIZATION);

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}

const AUTHORIZATION = { authorization: `Bearer ${OPERATOR}` };

/** What a round of requests from many clients costs a server. */
export async function costOf(
  { port, child }: Server,
  client: Program,
  load: Omit<Load, "port" | "clients">,
): Promise<Cost> {
  const before = processorMilliseconds(child.pid);
  const sample = await client.ask<Sample>({ ...load, port, clients: CLIENTS });
  return { ...sample, microseconds: (processorMilliseconds(child.pid) - before) * 1000 / load.count };
}

/** A row that compares the processor time of an operation on two sides. */
export function costRow(what: string, pairs: Pairs<Cost>, target: Target): Row {
  const side = (costs: readonly Cost[]) => median(costs.map(({ microseconds }) => microseconds));
  const ratios = pairs.ours.map(({ microseconds }, round) => microseconds / pairs.bare[round]!.microseconds);
  const rates = (costs: readonly Cost[]) => `${whole(middle(costs))}/s, ${latencyOf(costs)}`;
  return {
    what,
    ours: `${whole(side(pairs.ours))} µs CPU`,
    bare: `${whole(side(pairs.bare))} µs CPU`,
    measured: median(ratios),
    noise: percentile(ratios, 0.75) - percentile(ratios, 0.25),
    target,
    detail: `${ratios.length} rounds; ours ${rates(pairs.ours)}; bare ${rates(pairs.bare)}`,
  };
}
