import assert from "node:assert/strict";
import { join } from "node:path";
import { copyTree } from "../../kit/copy_tree.ts";
import type { ServiceClient } from "../service_process.ts";
import { Starter } from "./starter.ts";
import { Stand } from "./stand.ts";
import type { Scenario } from "./scenario.ts";

/** A store of an earlier version is opened: its views are folded again, its repositories are taken up, and it is maintained. */
export class StartScenario implements Scenario {
  readonly #starter = new Starter();
  readonly #stand: Stand;
  #n = 0;

  /**
   * `made` is the storage directory of the earlier version, and these runs are in it; `compare` asks the service for more when
   * it runs again.
   */
  constructor(
    library: string,
    readonly made: string,
    readonly runs: readonly string[],
    readonly compare: (service: ServiceClient) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#stand = new Stand(library, 1, (options) => this.#starter.start(options));
  }

  get faults() {
    return this.#stand.faults;
  }

  async prepare(): Promise<void> {
    const stand = this.#stand;
    await stand.stop("terminate");
    Deno.removeSync(stand.storage, { recursive: true });
    // Another place each time: the process remembers of directories that they are on disk.
    stand.storage = join(stand.directory, `storage-${this.#n++}`);
    Deno.mkdirSync(stand.storage, { mode: 0o700 });
    copyTree(this.made, stand.storage);
  }

  async act(): Promise<void> {
    const started = await this.#stand.start();
    if (typeof started === "object" && "value" in started) {
      await this.#stand.ask((service) => service.operator("GET /runs", { query: { limit: 1000 } }));
      await this.#stand.stop("terminate");
    }
  }

  async check(): Promise<void> {
    const stand = this.#stand;
    stand.checkImage(this.runs);
    await stand.checkRestart("kill");
    const service = await stand.service();
    const { operator } = service;
    const listed = (await operator("GET /runs", { query: { limit: 1000 } })).map(({ id }) => id);
    for (const id of this.runs) assert.ok(listed.includes(id), `${id} is listed`);
    await this.compare(service);
    assert.deepEqual([...Deno.readDirSync(stand.storage)].filter(({ name }) => name.endsWith(".tmp")), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stand[Symbol.asyncDispose]();
    await this.#starter[Symbol.asyncDispose]();
  }
}
