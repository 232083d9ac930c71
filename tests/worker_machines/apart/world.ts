import { join } from "node:path";
import { createClient } from "../../../client/client.ts";
import { freePort } from "../../../bench/setting.ts";
import { TestRepository } from "../../git.ts";
import { Cluster } from "../../queue/cluster.ts";
import { ServiceProcess, type StartOptions } from "../../recovery/service_process.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { makeCertificates } from "../certificates.ts";
import { MachineProcess, wrongClock } from "./machine_process.ts";
import { Network } from "./network.ts";

/** What the machine of the service lacks, and the others have. */
export const LABEL = "trial";

/** How long an answer may take: longer than a process is frozen. */
const ANSWER_MILLISECONDS = 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A service, a PostgreSQL for its tickets and two worker machines of different groups, each in a network namespace of its own. The
 * clock of the second machine is a day ahead. Questions to the service are asked again until it answers.
 */
export class World implements AsyncDisposable {
  readonly operator = createClient((path, init) => this.send(path, init));
  readonly storage = temporaryDirectory();
  readonly repository = TestRepository.make();
  readonly machines: MachineProcess[] = [];
  #service: ServiceProcess | null = null;
  readonly #started = new AsyncDisposableStack();

  private constructor(
    readonly network: Network,
    readonly cluster: Cluster | null,
    readonly surroundings: { authority: string; address: string; wrap: readonly string[] },
  ) {}

  static async make(hasQueue: boolean): Promise<World> {
    await using made = new AsyncDisposableStack();
    const network = made.use(await Network.make());
    const [host, database] = [network.addressOf("control"), network.addressOf("database")];
    const tls = await makeCertificates(temporaryDirectory(), [host, database]);
    const place = { host: database, wrap: network.wrap("database") };
    const cluster = hasQueue ? made.use(await Cluster.make(tls, place)) : null;
    const address = `${host}:${freePort()}`;
    const queue = cluster && `${cluster.url}?sslmode=verify-full&sslrootcert=${tls.authority}`;
    const wrap = [
      "env",
      `AGENT_HARNESS_WORKER_LISTEN=${address}`,
      `AGENT_HARNESS_WORKER_CERT=${tls.certificate}`,
      `AGENT_HARNESS_WORKER_KEY=${tls.key}`,
      ...(queue === null ? [] : [`AGENT_HARNESS_QUEUE=${queue}`]),
    ];
    const world = new World(network, cluster, { authority: tls.authority, address, wrap });
    await world.startService();
    for (const name of ["w1", "w2"] as const) {
      const machine = new MachineProcess(name, `https://${address}`, {
        ca: tls.authority,
        wrap: network.wrap(name),
        env: name === "w2" ? wrongClock("+1d") : {},
      });
      world.machines.push(world.#started.use(machine));
      await machine.enrol(world, { name, group: name, labels: [LABEL] });
    }
    while ((await world.operator("GET /workers")).items.some(({ version }) => version === undefined)) {
      await pause(100);
    }
    world.#started.use(made.move());
    return world;
  }

  /** Starts the service, which has ended or was never started. */
  async startService(options: Partial<StartOptions> = {}): Promise<ServiceProcess> {
    const { storage, surroundings: { wrap } } = this;
    this.#service = await ServiceProcess.start({ storage, workers: 1, wrap, ...options });
    return this.#service;
  }

  get service(): ServiceProcess {
    return this.#service!;
  }

  /** Asks the service, whichever process it is then; a question that creates something does that once. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (init.method === "POST") headers.set("idempotency-key", crypto.randomUUID());
    for (;;) {
      try {
        const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
        const response = await this.service.send(path, { ...init, headers, signal });
        return new Response(await response.bytes(), response);
      } catch {
        await pause(200); // it is down
      }
    }
  }

  /** Throws if a machine ended without being told to. */
  requireMachines(): void {
    for (const { name, hasFailed, lines } of this.machines) {
      if (hasFailed) throw new Error(`${name} has ended by itself: ${lines.slice(-5).join("\n")}`);
    }
  }

  /** Where what each program said is kept. */
  writeLines(directory: string): void {
    for (const { name, lines } of this.machines) {
      Deno.writeTextFileSync(join(directory, `${name}.log`), `${lines.join("\n")}\n`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service?.[Symbol.asyncDispose]();
    await this.#started.disposeAsync();
    this.repository[Symbol.dispose]();
  }
}
