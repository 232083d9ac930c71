import assert from "node:assert/strict";
import { join } from "node:path";
import { ApiError } from "../../../client/client.ts";
import { Database } from "../../../store/database.ts";
import { damageOf } from "../../../store/integrity.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import { verifyChain } from "../../../store/verify.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { EndedEarly, type ServiceClient, ServiceProcess, type StartOptions } from "../service_process.ts";
import { checkStore } from "../site.ts";
import { Faults } from "./faults.ts";

/** What a request ended with: a value, the sentence of a refusal, or no answer because the process ended. */
export type Answer<Value> = { value: Value } | { refused: string } | "ended";

/** A service that can be ended, in whichever process it is. */
export type Served =
  & ServiceClient
  & Pick<ServiceProcess, "kill" | "terminate">
  & AsyncDisposable;

/** A storage directory, and a service on it whose calls can be made to fail. Dispose it. */
export class Stand implements AsyncDisposable {
  readonly directory = Deno.realPathSync(temporaryDirectory());
  storage = join(this.directory, "storage");
  readonly faults: Faults;
  #service: Served | null = null;
  restarts = 0;

  /** `begin` replaces a process for each start of the service. */
  constructor(
    library: string,
    readonly workers: number,
    readonly begin: (options: StartOptions) => Promise<Served> = ServiceProcess.start,
  ) {
    Deno.mkdirSync(this.storage, { mode: 0o700 });
    this.faults = new Faults(library, this.directory);
  }

  /** The running service; started where there is none. */
  async service(): Promise<Served> {
    const { storage, workers, faults: { wrap } } = this;
    return this.#service ??= await this.begin({ storage, workers, wrap });
  }

  /** Starts the service while a fault is armed: the answer is what it then says. */
  async start(): Promise<Answer<null>> {
    try {
      await this.service();
      return { value: null };
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      if (error.status.signal === "SIGKILL") return "ended";
      assert.equal(error.status.code, 2, error.message);
      assertSentence(error.output.trim());
      return { refused: error.output.trim() };
    }
  }

  /** Kills the service, or asks it to stop. */
  async stop(how: "kill" | "terminate"): Promise<void> {
    const service = this.#service;
    this.#service = null;
    if (service === null) return;
    if (how === "kill") await service.kill();
    else await service.terminate();
    await service[Symbol.asyncDispose]();
    this.restarts++;
  }

  /** Asks the service, and checks that a refusal is a sentence which says what is wrong. */
  async ask<Value>(request: (service: Served) => Promise<Value>): Promise<Answer<Value>> {
    try {
      return { value: await request(await this.service()) };
    } catch (error) {
      if (error instanceof ApiError) {
        assertSentence(error.message);
        return { refused: error.message };
      }
      if (!(error instanceof TypeError)) throw error;
      await this.stop("kill");
      return "ended";
    }
  }

  /** Checks the files as a kill would leave them now: they open, are whole, and have the acknowledged runs. */
  checkImage(acknowledged: readonly string[]): void {
    const copy = temporaryDirectory();
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
      try {
        Deno.copyFileSync(join(this.storage, name), join(copy, name));
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
    const database = new Database(join(copy, DATABASE_FILE));
    try {
      assert.equal(damageOf(database), null);
      assert.equal(verifyChain(database).broken, undefined);
      for (const id of acknowledged) {
        assert.ok(database.get("select 1 from events where run_id = ?", id), `${id} was acknowledged`);
      }
    } finally {
      database.close();
      Deno.removeSync(copy, { recursive: true });
    }
  }

  /** Starts the service again, and checks that all of it is intact. */
  async checkRestart(how: "kill" | "terminate"): Promise<void> {
    await this.stop(how);
    await checkStore(await this.service());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("kill");
    this.faults[Symbol.dispose]();
    Deno.removeSync(this.directory, { recursive: true });
  }
}

/** A sentence for a person: it is one, and not the one of an error that nobody foresaw. */
export function assertSentence(said: string): void {
  assert.match(said, /^(?:✗ )?[A-Z"`].*[.?]$/s, `no sentence: ${said}`);
  assert.doesNotMatch(said, /^Unexpected error|\n\s+at |Uncaught/, said);
}
