import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../../git.ts";
import { eventOf, EventTail } from "../event_tail.ts";
import type { ServiceClient } from "../service_process.ts";
import type { Fault, Met } from "./faults.ts";
import { type Scenario, within } from "./scenario.ts";
import { type Answer, Stand } from "./stand.ts";

/** Long after everything that is tried again has been. */
const PATIENCE_SECONDS = 20;
/** While every call fails, nothing that is tried again goes well. */
const LASTING_SECONDS = 2;
/** So many runs are made before the storage is a new one, as each look at the log takes longer. */
const RUNS = 40;

type Approved = { application: string };

/** A run is created, its task is done, a person approves the result, and it is applied. */
export class ApplyScenario implements Scenario {
  #stand: Stand;
  readonly #repository = TestRepository.make();
  #acknowledged: string[] = [];
  #n = 0;
  #created: Answer<{ id: string }> | null = null;
  #approved: Answer<Approved | null> | null = null;

  constructor(readonly library: string) {
    this.#stand = new Stand(library, 1);
  }

  get faults() {
    return this.#stand.faults;
  }

  async prepare(): Promise<void> {
    if (this.#acknowledged.length >= RUNS) {
      await this.#stand.checkRestart("terminate");
      await this.#stand[Symbol.asyncDispose]();
      this.#stand = new Stand(this.library, 1);
      this.#acknowledged = [];
    }
    this.#n++;
    [this.#created, this.#approved] = [null, null];
    await this.#stand.service();
  }

  async act({ lasting }: Pick<Fault, "lasting">): Promise<void> {
    this.#created = await this.#stand.ask((service) => this.#create(service));
    if (!("value" in Object(this.#created))) return;
    const approve = async (service: ServiceClient) => {
      if (lasting && await this.#asked(service, idOf(this.#created)!, LASTING_SECONDS) === null) return null;
      return await this.#approve(service);
    };
    this.#approved = await this.#stand.ask(approve);
  }

  async check({ call }: Met): Promise<void> {
    const stand = this.#stand;
    const id = idOf(this.#created);
    if (id !== null) this.#acknowledged.push(id);
    stand.checkImage(this.#acknowledged);
    if (isApplied(this.#approved)) assert.equal(this.#repository.read(this.#file), "note");
    // What is stored can be read, or the service says why not and can be started again.
    const read = await stand.ask((service) => service.operator("GET /runs", { query: { limit: 1000 } }));
    if (typeof read === "object" && "value" in read) {
      for (const one of this.#acknowledged) {
        assert.ok(read.value.some(({ id }) => id === one), `${one} is not listed after ${call}`);
      }
    } else await stand.stop("kill");
    if (this.#n % 10 === 0) await stand.checkRestart(this.#n % 20 === 0 ? "kill" : "terminate");
    await this.#finish(id);
  }

  /** Does what failed again: the run comes to its end, if need be after a restart. */
  async #finish(before: string | null): Promise<void> {
    const stand = this.#stand;
    let id = before;
    if (id === null) {
      const again = await stand.ask((service) => this.#create(service));
      id = idOf(again);
      assert.ok(id !== null, `a run can be created again: ${JSON.stringify(again)}`);
      this.#acknowledged.push(id);
    }
    const statusOf = async () =>
      (await (await stand.service()).operator("GET /runs/:id", { params: { id } })).status;
    if (await statusOf() === "completed") return;
    this.#created = { value: { id } };
    const approve = (service: ServiceClient) => within(PATIENCE_SECONDS, this.#approve(service));
    let answer = await stand.ask(approve);
    if (!isApplied(answer)) {
      await stand.checkRestart("kill");
      if (await statusOf() === "completed") return;
      answer = await stand.ask(approve);
    }
    assert.ok(isApplied(answer) || await statusOf() === "completed", JSON.stringify(answer));
    assert.equal(this.#repository.read(this.#file), "note");
  }

  get #file(): string {
    return `n${this.#n}.txt`;
  }

  #create({ operator }: ServiceClient) {
    const request = `create ${this.#file} with "note"`;
    return operator("POST /coordinator/runs", { body: { request, repoPath: this.#repository.root } });
  }

  async #approve(service: ServiceClient): Promise<Approved> {
    const run = idOf(this.#created)!;
    const asked = await this.#asked(service, run) ?? await this.#asked(service, run);
    // Throws where there is no service any more.
    if (asked === null) await service.operator("GET /runs/:id", { params: { id: run } });
    const { subject, type } = asked ?? { subject: "", type: "nothing" };
    assert.equal(type, "approval.requested");
    const id = subject.slice("approval/".length);
    return await service.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
  }

  /** The event that asks, or ends the run; null when a stream ends before, whose service could not read on. */
  async #asked(service: ServiceClient, run: string, seconds = PATIENCE_SECONDS) {
    using tail = new EventTail(service);
    const first = tail.first(eventOf(run, "approval.requested", "run.failed"));
    return await within(seconds, first.catch(() => null));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stand[Symbol.asyncDispose]();
    this.#repository[Symbol.dispose]();
  }
}

const idOf = (answer: Answer<{ id: string }> | null): string | null =>
  typeof answer === "object" && answer !== null && "value" in answer ? answer.value.id : null;

const isApplied = (answer: Answer<Approved | null> | null): boolean =>
  typeof answer === "object" && answer !== null && "value" in answer &&
  answer.value?.application === "applied";
