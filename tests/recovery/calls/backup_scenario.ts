import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { verifyBackup } from "../../../services/operations/backups/verify.ts";
import { Database } from "../../../store/database.ts";
import { DATABASE_FILE } from "../../../store/mod.ts";
import type { Ended } from "../../cli/fixture.ts";
import { EventTail, type EventTest } from "../event_tail.ts";
import type { ServiceClient } from "../service_process.ts";
import { namesIn } from "../leftovers.ts";
import { headOf } from "../site.ts";
import { AnsweringProcess } from "./answering_process.ts";
import { type Scenario, within } from "./scenario.ts";
import { assertSentence, Stand } from "./stand.ts";

export const RESTORER = fileURLToPath(new URL("restorer.ts", import.meta.url));
const PATIENCE_SECONDS = 30;

/** A service takes a backup, and it is restored into a new directory. */
export class BackupScenario implements Scenario {
  readonly #stand: Stand;
  #restorer: AnsweringProcess | null = null;
  #n = 0;
  #recorded = 0;
  #taken: string | null = null;
  #restored: Ended | null = null;

  constructor(library: string) {
    this.#stand = new Stand(library, 0);
  }

  get faults() {
    return this.#stand.faults;
  }

  async prepare(): Promise<void> {
    this.#n++;
    [this.#taken, this.#restored] = [null, null];
    const service = await this.#stand.service();
    const body = { type: "fact", scope: "global", content: `${this.#n}`, source: { kind: "user", id: "me" } };
    await service.operator("POST /memory", { body });
    if (this.#n === 1) {
      await service.operator("POST /secrets", {
        body: { name: "token", kind: "api_key", value: "canary-1" },
      });
    }
    this.#recorded = await headOf(service);
    this.#restorer ??= new AnsweringProcess(RESTORER, this.#stand.faults.wrap);
  }

  async act(): Promise<void> {
    const taken = await this.#stand.ask((service) => this.#take(service));
    if (typeof taken !== "object" || !("value" in taken)) return;
    assert.ok(taken.value !== null, "the backup goes on, and nothing ends it");
    const { status, path, statusDetail = "" } = taken.value;
    if (status !== "completed") return assertSentence(statusDetail);
    this.#taken = path;
    this.#restored = await this.#restorer!.ask([this.#taken, this.#to]);
    if (this.#restored === null) this.#restorer = new AnsweringProcess(RESTORER, this.#stand.faults.wrap);
  }

  async check(): Promise<void> {
    const stand = this.#stand;
    stand.checkImage([]);
    await checkRestored(this.#restored, this.#to, this.#recorded);
    for (const name of this.#published) {
      const report = await verifyBackup(join(stand.storage, "backups", name), null);
      assert.ok(report.ok, JSON.stringify(report.checks));
    }
    if (this.#n % 20 === 0) await stand.checkRestart(this.#n % 40 === 0 ? "kill" : "terminate");
    // What failed can be done again.
    if (this.#taken === null) {
      const again = await this.#takeAgain();
      assert.ok(typeof again === "object" && "value" in again, JSON.stringify(again));
      assert.equal(again.value?.status, "completed", again.value?.statusDetail);
      this.#taken = again.value!.path;
    }
    if (this.#restored?.code !== 0) {
      this.#restored = await this.#restorer!.ask([this.#taken, this.#to]);
      assert.equal(this.#restored?.code, 0, this.#restored?.stderr);
      await checkRestored(this.#restored, this.#to, this.#recorded);
    }
    Deno.removeSync(this.#to, { recursive: true });
    for (const name of this.#published) Deno.removeSync(join(stand.storage, "backups", name));
  }

  get #to(): string {
    return join(this.#stand.directory, "restored");
  }

  get #published(): string[] {
    return namesIn(join(this.#stand.storage, "backups")).filter((name) => !name.startsWith("."));
  }

  async #take(service: ServiceClient) {
    const { id } = await service.operator("POST /control-plane/backups");
    return await this.#ended(service, id);
  }

  /** One that goes on is waited for. One that has ended is in progress for a moment more, while older ones are removed. */
  async #takeAgain() {
    const until = performance.now() + PATIENCE_SECONDS * 1_000;
    for (;;) {
      await this.#stand.ask(async (service) => {
        const { items } = await service.operator("GET /control-plane/backups");
        for (const { id, status } of items) if (status === "running") await this.#ended(service, id);
      });
      const again = await this.#stand.ask((service) => this.#take(service));
      const isInProgress = typeof again === "object" && "refused" in again &&
        again.refused.includes("in progress");
      if (!isInProgress || performance.now() > until) return again;
    }
  }

  /** Waits for one that goes on, as its end is recorded again after a while; null if nothing ends it. */
  async #ended(service: ServiceClient, id: string) {
    const until = performance.now() + PATIENCE_SECONDS * 1_000;
    const work = async () => {
      while (performance.now() < until) {
        const read = await service.operator("GET /control-plane/backups/:id", { params: { id } });
        if (read.status !== "running") return read;
        using tail = new EventTail(service);
        const isEnd: EventTest = ({ subject, type }) =>
          subject === `backup/${id}` && type !== "backup.started";
        await tail.first(isEnd).catch(() => {}); // a stream ends whose service could not read on
      }
      return null;
    };
    return await within(PATIENCE_SECONDS, work());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#restorer?.[Symbol.asyncDispose]();
    await this.#stand[Symbol.asyncDispose]();
  }
}

/** A restore says that it is done, and everything is there; or it says why not, and there is nothing. */
export async function checkRestored(restored: Ended | null, to: string, recorded: number): Promise<void> {
  if (restored === null) return;
  if (restored.code !== 0) {
    assertSentence(restored.stderr.trim() || restored.stdout.trim());
    await assert.rejects(Deno.lstat(to), Deno.errors.NotFound, `half a restore: ${restored.stderr}`);
    return;
  }
  const database = new Database(join(to, DATABASE_FILE), { readOnly: true });
  const { seq } = database.get<{ seq: number }>("select max(seq) as seq from events")!;
  database.close();
  assert.ok(seq >= recorded, `the restored log ends at ${seq}, ${recorded} were recorded`);
}
