import { REVIEWED, TestRepository } from "../git.ts";
import { ServiceProcess, type StartOptions } from "../recovery/service_process.ts";
import { temporaryDirectory } from "../temporary.ts";
import { ServiceInside } from "../kit/service_inside.ts";

type Request = {
  request: string;
  verifier?: { command: string };
  worker?: { provider: string };
  onRed?: "fail";
  race?: { contenders: { worker: { provider: string } }[] };
};

/** How its service is started: in the process of the test, or as one of its own, which can be killed. */
export type PlaceOptions = Partial<StartOptions> & { process?: boolean };

async function start(
  storage: string,
  { process, wrap, ...options }: PlaceOptions,
): Promise<ServiceProcess | ServiceInside> {
  const all = { storage, token: null, ...options };
  return process || wrap
    ? await ServiceProcess.start({ ...all, ...(wrap && { wrap }) })
    : await ServiceInside.start(all);
}

/** A separate service with its own store and a repository. Dispose it. */
export class Place implements AsyncDisposable {
  readonly repository = TestRepository.make({
    "greet.sh": '#!/bin/sh\necho "Hello"\n',
    "docs/intro.md": "# Intro\n",
  });

  private constructor(readonly storage: string, public service: ServiceProcess | ServiceInside) {}

  /** Starts the service, by default in local-public mode. */
  static async open(options: PlaceOptions = {}, storage = temporaryDirectory()): Promise<Place> {
    return new Place(storage, await start(storage, options));
  }

  get url(): string {
    return this.service.url;
  }

  get call() {
    return this.service.operator;
  }

  /** Kills the service, like a power cut. */
  async kill(): Promise<void> {
    if (this.service instanceof ServiceInside) {
      throw new Error("This service shares the process of the test. Open the place with { process: true }.");
    }
    await this.service.kill();
  }

  /** Restarts a service of its own process at the same address. */
  async restart(options: Partial<StartOptions> = {}): Promise<void> {
    const port = Number(new URL(this.service.url).port);
    await this.service[Symbol.asyncDispose]();
    this.service = await start(this.storage, { ...options, process: true, port });
  }

  /** Creates a run. */
  async ask(request: Request): Promise<string> {
    const { id } = await this.call("POST /coordinator/runs", {
      body: { repoPath: this.repository.root, ...request },
    });
    return id;
  }

  /** Creates a run and waits until it neither executes nor is queued. */
  async run(request: Request): Promise<string> {
    const id = await this.ask(request);
    await this.settled(id);
    return id;
  }

  /** Resolves once the run neither executes nor is queued, according to the service's events. */
  async settled(id: string): Promise<void> {
    const abort = new AbortController();
    const response = await this.service.send("/events?cursor=0", { signal: abort.signal });
    const reader = response.body!.getReader();
    try {
      for (;;) {
        const { status } = await this.call("GET /runs/:id", { params: { id } });
        if (status !== "queued" && status !== "running") return;
        await reader.read();
      }
    } finally {
      abort.abort();
      await reader.cancel().catch(() => {});
    }
  }

  /** Approves the run's checkpoint, and waits until it neither executes nor is queued. */
  async approve(id: string): Promise<void> {
    const { waitingFor } = await this.call("GET /runs/:id", { params: { id } });
    await this.call("POST /approvals/:id/approve", { params: { id: waitingFor!.id }, body: REVIEWED });
    await this.settled(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    this.repository[Symbol.dispose]();
    await Deno.remove(this.storage, { recursive: true });
  }
}
