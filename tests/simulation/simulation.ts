import { Buffer } from "node:buffer";
import { join } from "node:path";
import { Database } from "../../store/database.ts";
import { Random } from "../recovery/load/random.ts";
import { Client } from "./client.ts";
import { startBy } from "./clocks.ts";
import { type Command, type Deed, Difference, type Domain, holds } from "./command.ts";
import { Coverage } from "./coverage.ts";
import { domains } from "./domains/mod.ts";
import type { Surroundings } from "./surroundings.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is printed of the commands before one that shows a difference. */
const REMEMBERED = 12;
/** What is printed of the log of the run that it is about, among the entries that a history has at most. */
const REMEMBERED_EVENTS = 40;
const MOST_EVENTS = 100_000;
/** After so long approvals expire, and stored bodies are removed, which no model says. */
const LONGEST = 28 * 24 * HOUR;
/** Of so many comparisons of everything, one is whole; and of so many looks, one asks the clock what it waits for. */
const WHOLE = 4;

/** A history of commands to a service in a world, and what a model says of each. The seed decides everything. */
export class Simulation implements AsyncDisposable {
  readonly coverage = new Coverage();
  readonly #random: Random;
  readonly #domains: readonly Domain[];
  readonly #commands: readonly Command[];
  readonly #last: string[] = [];
  readonly #client: Client;
  #looks = 0;
  #comparisons = 0;

  private constructor(readonly seed: number, readonly world: World) {
    this.#random = new Random(seed);
    const surroundings: Surroundings = {
      repoPath: world.disk.repository.root,
      read: (path) => world.disk.repository.exists(path) ? world.disk.repository.read(path) : null,
      write: (path, content) => {
        const { repository } = world.disk;
        if (content !== null) repository.write({ [path]: content });
        else if (repository.exists(path)) Deno.removeSync(join(repository.root, path));
      },
      now: () => world.clocks.now(),
      network: world.network,
      mail: world.mail,
      machines: world.machines,
      ended: (assignmentId) => world.work.ended(assignmentId),
      programs: world.programs.all,
      storage: world.disk.storage,
      isActing: () => world.work.gates.isInside,
      isHeld: (runId) => world.work.gates.isHeld(runId),
      killIn: (points) => world.work.gates.crashIn(points),
      restore: async (backup) => {
        this.coverage.add("restore", "running");
        this.#last.push("  goes on with the backup");
        await world.restore(backup);
        for (const domain of this.#domains) domain.restored?.();
      },
    };
    this.#domains = domains(surroundings);
    world.onKill = () => {
      for (const domain of this.#domains) domain.killed?.();
    };
    const { coverage } = this;
    const remember = (line: string) => this.#last.push(`  ${line}`);
    const lookAtAll = () => this.#lookAtAll();
    this.#client = new Client({ world, coverage, random: this.#random, remember, lookAtAll });
    this.#commands = this.#domains.flatMap(({ commands }) => commands);
  }

  static async open(seed: number): Promise<Simulation> {
    return new Simulation(seed, await World.open(seed));
  }

  /** Makes a history of so many commands. Throws `Difference` with the seed and the number of the command that shows it. */
  async run(count: number): Promise<void> {
    try {
      while (this.coverage.commands < count) await this.#step();
      await this.#lookAtAll(true);
      const differences = this.world.service.rebuildDifferences();
      holds(differences.length === 0, `folding the log again gives other tables: ${differences}`);
    } catch (cause) {
      if (!(cause instanceof Difference)) throw cause;
      const at = `seed ${this.seed}, command ${this.coverage.commands}`;
      const lines = [...this.#last, ...this.#logOf(`${this.#last.join()} ${cause.message}`)];
      throw new Difference(`${at}: ${cause.message}\n  ${lines.join("\n  ")}`, { cause });
    }
  }

  /** The latest entries of the log about the run that a text named last. */
  #logOf(text: string): string[] {
    const runId = text.match(/\brun_\w{26}/g)?.at(-1);
    const events = this.world.isRunning && runId ? this.world.service.store.events.after(0, MOST_EVENTS) : [];
    return events.filter((event) => event.runId === runId).slice(-REMEMBERED_EVENTS)
      .map(({ seq, type, data }) => `    ${seq} ${type} ${JSON.stringify(data).slice(0, 160)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const { world } = this;
    await world.pass(random.next() < 0.7 ? random.between(1, 2_000) : random.between(1, 60_000));
    await this.#killIfDue();
    await this.#passed();
    const dice = random.next();
    if (dice < 0.22) {
      return await this.#note("step", world.work.gates.held.length > 0 ? "held" : "idle", () => world.step());
    }
    if (dice < 0.223) return await this.#note("restart", "running", () => world.restart(), true);
    if (dice < 0.226) return await this.#note("kill", "idle", () => world.kill(), true);
    if (dice < 0.229) return await this.#note("maintenance", "running", () => this.#maintain());
    if (dice < 0.233) return await this.#jump();
    if (dice < 0.236) world.work.gates.crashIn(random.between(1, 40));
    const command = this.#choose();
    const deed = await command.plan(random, this.#client.read);
    if (deed === null) return;
    this.#remember(command, deed);
    this.coverage.add(command.name, deed.state);
    await this.#client.send(command.name, deed);
    await world.idle();
    await this.#killIfDue();
    await deed.after?.(this.#client.read);
    await this.#look();
  }

  /** The clock jumps an hour back, or up to two days ahead, as often as the models can say what that brings. */
  async #jump(): Promise<void> {
    const random = this.#random;
    const how = random.pick(["set", "asleep", "off"] as const);
    const isBack = how === "set" && random.next() < 0.5;
    const far = random.pick([2, 26, 50, 200]);
    const by = isBack ? -HOUR : random.between(MINUTE, far * HOUR);
    const from = this.world.clocks.now().getTime();
    if (from + by > Date.parse(startBy(this.seed)) + LONGEST) return;
    if (this.#domains.some(({ mayJump }) => mayJump?.(from, from + by) === false)) return;
    const act = async () => {
      await this.world.jump(how, by);
      for (const domain of this.#domains) domain.jumped?.(from, from + by);
    };
    const size = isBack ? "back" : by > 24 * HOUR ? "days ahead" : by > HOUR ? "hours ahead" : "ahead";
    await this.#note("clock", `${how}, ${size}`, act, true);
  }

  async #maintain(): Promise<void> {
    await this.world.maintain();
    const contents = contentsOf(this.world.disk.storage);
    for (const domain of this.#domains) domain.maintained?.((text) => contents.includes(text));
  }

  async #note(name: string, state: string, act: () => Promise<unknown>, all = false): Promise<void> {
    this.coverage.add(name, state);
    this.#last.push(`${this.coverage.commands} ${name}`);
    await act();
    await this.#killIfDue();
    if (all) return await this.#lookAtAll();
    await this.#passed();
    for (const domain of this.#domains) await domain.moved?.(this.#client.read);
    await this.#look();
  }

  /** A kill at a point within a step of a run. */
  async #killIfDue(): Promise<void> {
    if (!this.world.work.gates.isAtCrash) return;
    this.#last.push("  killed within a step");
    this.coverage.add("kill", "within a step");
    await this.world.kill();
    await this.#lookAtAll();
  }

  /** Time passes also while a request waits for a server. */
  async #passed(): Promise<void> {
    for (const domain of this.#domains) await domain.passed?.(this.#client.read);
  }

  async #look(): Promise<void> {
    await this.#passed();
    const [stuck] = this.world.work.stuck;
    holds(stuck === undefined, `the run ${stuck} is running, and nothing works on it`);
    if (this.#looks++ % WHOLE === 0) {
      const late = this.world.service.composition.clock.unannounced();
      holds(late.length === 0, `nothing tells the clock when ${late} is due`);
    }
    const domain = this.#domains[this.#random.between(0, this.#domains.length - 1)]!;
    await domain.look(this.#client.read, this.#random);
  }

  async #lookAtAll(isWhole = this.#comparisons++ % WHOLE === 0): Promise<void> {
    await this.#passed();
    for (const domain of this.#domains) await domain.lookAtAll(this.#client.read, isWhole);
  }

  #choose(): Command {
    const sum = this.#commands.reduce((total, { weight }) => total + weight, 0);
    let left = this.#random.next() * sum;
    return this.#commands.find(({ weight }) => (left -= weight) < 0) ?? this.#commands[0]!;
  }

  #remember({ name }: Command, { state, asked }: Deed): void {
    const said = asked.body === undefined ? "" : ` ${JSON.stringify(asked.body).slice(0, 160)}`;
    this.#last.push(`${this.coverage.commands + 1} ${name} (${state}): ${asked.method} ${asked.path}${said}`);
    if (this.#last.length > REMEMBERED) this.#last.splice(0, this.#last.length - REMEMBERED);
  }
}

/**
 * The contents of the database of a storage directory. Unused parts of its pages are left out: SQLite leaves copies of rows there
 * that it moved to another page, until it uses them again.
 */
function contentsOf(storage: string): Buffer {
  const copy = join(storage, "contents.db");
  const database = new Database(join(storage, "harness.db"), { readOnly: true });
  try {
    database.exec(`vacuum into '${copy}'`);
    return Buffer.from(Deno.readFileSync(copy));
  } finally {
    database.close();
    Deno.removeSync(copy);
  }
}
