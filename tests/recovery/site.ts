import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { ServiceInside } from "../kit/service_inside.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { temporaryDirectory } from "../temporary.ts";
import { EventTail } from "./event_tail.ts";
import { namesIn, processesOf } from "./leftovers.ts";
import { type ServiceClient, ServiceProcess, type StartOptions } from "./service_process.ts";

/** A storage directory and a repository that outlive the services which are started on them. Dispose it. */
export class Site implements Disposable {
  readonly storage = temporaryDirectory();
  readonly #shared = new SharedDirectory(this.storage);
  readonly own = this.#shared.directory;

  constructor(readonly repository: TestRepository) {}

  static make(files?: Record<string, string>): Site {
    return new Site(TestRepository.make(files));
  }

  start(options: Partial<StartOptions> = {}): Promise<ServiceProcess> {
    return ServiceProcess.start({ storage: this.storage, ...options });
  }

  /** Starts it in the process of the test, to see what a kill has left: nobody kills it, and it costs a tenth. */
  resume(workers = 2): Promise<ServiceInside> {
    return ServiceInside.start({ storage: this.storage, workers });
  }

  /** A path that belongs to the test alone. */
  path(name: string): string {
    return join(this.own, name);
  }

  /** Resolves once there is a file of that name at `path`. */
  async appears(name: string): Promise<void> {
    using watcher = Deno.watchFs(this.own);
    if (namesIn(this.own).includes(name)) return;
    for await (const { paths } of watcher) if (paths.includes(this.path(name))) return;
  }

  /** Removes that file where it is there, so that `appears` waits for a new one. */
  forget(name: string): void {
    if (namesIn(this.own).includes(name)) Deno.removeSync(this.path(name));
  }

  /** Resolves once no run has a workspace any more. */
  async comesToRest(): Promise<void> {
    const rests = () => namesIn(join(this.storage, "workspaces")).length === 0;
    using watcher = Deno.watchFs(this.storage);
    if (rests()) return;
    for await (const _ of watcher) if (rests()) return;
  }

  /** Stops the service in order, and checks that nothing which it started is left. */
  async end(service: ServiceProcess | ServiceInside): Promise<void> {
    if (service instanceof ServiceInside) await service[Symbol.asyncDispose]();
    else assert.equal((await service.terminate()).code, 0, service.output());
    assert.deepEqual(processesOf(this.storage), []);
    assert.deepEqual(namesIn(join(this.storage, "workspaces")), []);
  }

  [Symbol.dispose](): void {
    this.repository[Symbol.dispose]();
    this.#shared[Symbol.dispose]();
    Deno.removeSync(this.storage, { recursive: true });
  }
}

/** Checks that the log has every sequence once, that its chain verifies and that folding it again gives the same. */
export async function checkStore(service: ServiceClient): Promise<void> {
  const report = await service.operator("POST /control-plane/restore-verification", { body: {} });
  assert.ok(report.ok, JSON.stringify(report.checks));
}

/** The sequence of the newest event. */
export const headOf = async (service: ServiceClient): Promise<number> =>
  (await service.operator("GET /control-plane/status")).audit.headSequence;

/** The log behind that sequence, which has every further one exactly once. */
export async function readLog(service: ServiceClient, after = 0) {
  const head = await headOf(service);
  using tail = new EventTail(service, after);
  await tail.first((event) => event.sequence === head);
  assert.deepEqual(
    tail.events.map((event) => event.sequence),
    tail.events.map((_, index) => after + index + 1),
  );
  return tail.events;
}
