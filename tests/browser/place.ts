import { REVIEWED, TestRepository } from "../git.ts";
import { ServiceProcess, type StartOptions } from "../recovery/service_process.ts";
import { temporaryDirectory } from "../temporary.ts";

type Request = {
  request: string;
  verifier?: { command: string };
  worker?: { provider: string };
  onRed?: "fail";
};

/** A separate service with its own store and a repository. Dispose it. */
export class Place implements AsyncDisposable {
  readonly repository = TestRepository.make({
    "greet.sh": '#!/bin/sh\necho "Hello"\n',
    "docs/intro.md": "# Intro\n",
  });

  private constructor(readonly storage: string, public service: ServiceProcess) {}

  /** Starts the service, by default in local-public mode. */
  static async open(
    options: Partial<StartOptions> = {},
    storage = temporaryDirectory(),
  ): Promise<Place> {
    return new Place(storage, await ServiceProcess.start({ storage, token: null, ...options }));
  }

  get url(): string {
    return this.service.url;
  }

  get call() {
    return this.service.operator;
  }

  /** Kills the service, like a power cut. */
  async kill(): Promise<void> {
    await this.service.kill();
  }

  /** Restarts the service at the same address. */
  async restart(options: Partial<StartOptions> = {}): Promise<void> {
    const port = Number(new URL(this.service.url).port);
    await this.service[Symbol.asyncDispose]();
    this.service = await ServiceProcess.start({ storage: this.storage, token: null, ...options, port });
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
