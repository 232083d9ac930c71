import { REVIEWED } from "../../git.ts";
import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, one, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";
import { COLLECTION, DavServer } from "./dav_server.ts";

const HOST = "dav.example.com";
const PASSWORD = "a-password-for-a-calendar";
const HOUR = 3_600_000;
/** So many events there are at once. */
const MOST = 12;

/**
 * A calendar on a server: what is read from it, and what is written to it, once, through everything that a network does. Other people
 * change it, too.
 */
export class ServerCalendar implements Domain {
  readonly #server = new DavServer();
  #secretId: string | null = null;
  #isConfigured = false;
  #made = 0;
  /** The events of the last refresh that was completed, and those that were created since; null before the first. */
  #listed: string[] | null = null;
  /** Whether a refresh took longer than its request waits: what it brings is not known until one is completed. */
  #isRunning = false;
  /** Events of which nobody knows whether they were created. */
  readonly #uncertain = new Set<string>();

  constructor(readonly surroundings: Surroundings) {
    surroundings.network.servers.set(HOST, this.#server.answer);
  }

  readonly commands: readonly Command[] = [
    { name: "keep a password", weight: 1, plan: () => this.#keepPassword() },
    { name: "add a calendar server", weight: 1, plan: () => this.#configure() },
    { name: "refresh a calendar", weight: 2, plan: (random) => this.#refresh(random) },
    { name: "create an event on a server", weight: 1.5, plan: (random) => this.#create(random) },
  ];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const { events } = this.#server;
    same(events.length, new Set(events).size, `how many events the server has of ${events}`);
    if (this.#listed === null || this.#isRunning) return;
    const artifacts: { title: string; start: { at: string } }[] = await read(
      "/planner/artifacts?limit=1000&source=dav&type=event",
    );
    const shown = artifacts.map(({ title, start }) => `${title} ${basic(start.at)}`);
    const isSure = (event: string) => !this.#uncertain.has(event);
    same(
      shown.filter(isSure).toSorted(),
      this.#listed.filter(isSure).toSorted(),
      "the events of the calendar server",
    );
  }

  #keepPassword(): Deed | null {
    if (this.#secretId !== null) return null;
    return {
      state: "absent",
      asked: {
        method: "POST",
        path: "/secrets",
        body: { name: "calendar", kind: "password", value: PASSWORD },
        headers: { "idempotency-key": "calendar" },
      },
      judge: (answer) => {
        answered(answer, 201);
        this.#secretId = answer.body.id;
      },
    };
  }

  #configure(): Deed | null {
    if (this.#secretId === null || this.#isConfigured) return null;
    const source = {
      id: "dav",
      kind: "caldav",
      url: `https://${HOST}/`,
      username: "ann",
      secretId: this.#secretId,
    };
    return {
      state: "absent",
      asked: {
        method: "POST",
        path: "/planner/settings",
        body: { refreshIntervalMinutes: 0, sources: [source] },
      },
      judge: (answer) => {
        answered(answer, 200);
        this.#isConfigured = true;
      },
    };
  }

  /** Reads the calendar, which someone else may just have changed. A request may join a refresh that has read it before. */
  #refresh(random: Random): Deed | null {
    if (!this.#isConfigured) return null;
    const change = this.#isRunning ? "running" : this.#changeElsewhere(random);
    const full = random.next() < 0.2;
    return {
      state: `${change}${full ? ", full" : ""}${this.#trouble}`,
      asked: { method: "POST", path: "/planner/refresh", body: { sources: ["dav"], full } },
      judge: (answer) => {
        if (!this.#isRunning || answer.status !== 200) answered(answer, 201);
        const [{ status, errors }] = answer.body;
        const mayFail = this.surroundings.network.isFaulty || this.#isRunning;
        holds(
          status === "completed" || (mayFail && (status === "failed" || status === "running")),
          `the refresh is ${status}: ${JSON.stringify(errors)}`,
        );
        if (status === "running") this.#isRunning = true;
        if (status !== "completed") return;
        this.#isRunning = false;
        this.#uncertain.clear();
        this.#listed = this.#server.events;
      },
    };
  }

  #changeElsewhere(random: Random): "unchanged" | "added" | "moved" | "removed" {
    const dice = random.next();
    const { events } = this.#server;
    const [title] = /^\w+ \d+/.exec(one(random, events) ?? "") ?? [];
    if (dice < 0.3 || (title === undefined && dice > 0.6)) return "unchanged";
    if (dice < 0.6 && events.length < MOST) {
      this.#server.add(`Other ${++this.#made}`, this.#soon(random));
      return "added";
    }
    if (title === undefined) return "unchanged";
    if (dice < 0.8) {
      this.#server.add(title, this.#soon(random));
      return "moved";
    }
    this.#server.remove(title);
    return "removed";
  }

  #create(random: Random): Deed | null {
    if (this.#listed === null || this.#isRunning || this.#server.events.length >= MOST) return null;
    const title = `Meeting ${++this.#made}`;
    const start = this.#soon(random);
    const event = `${title} ${start}`;
    const isRefused = random.next() < 0.1;
    return {
      // What became of a write that nobody answered is recorded.
      mayRecord: !isRefused,
      state: `${isRefused ? "undecided" : "decided"}${this.#trouble}`,
      asked: {
        method: "POST",
        path: "/planner/calendar-events/create",
        body: {
          title,
          start: extended(start),
          durationMinutes: 30,
          calendarId: `dav:${COLLECTION}`,
          ...(!isRefused && { decision: REVIEWED }),
        },
        headers: { "idempotency-key": title.replace(" ", "-") },
      },
      judge: (answer) => {
        const isThere = this.#server.events.includes(event);
        if (isRefused) {
          answered(answer, 400);
          return holds(!isThere, `${title} was refused, and the server has it`);
        }
        if (answer.status !== 201) {
          holds(
            this.surroundings.network.isFaulty,
            `${title} was not created: ${JSON.stringify(answer.body)}`,
          );
          this.#uncertain.add(event);
          return;
        }
        holds(isThere, `${title} was created, and the server does not have it`);
        this.#uncertain.delete(event);
        this.#listed!.push(event);
      },
    };
  }

  get #trouble(): string {
    return this.surroundings.network.isFaulty ? ", bad network" : "";
  }

  /** A full hour soon, as calendars write it. */
  #soon(random: Random): string {
    const at = Math.ceil(this.surroundings.now().getTime() / HOUR) * HOUR + random.between(1, 9) * HOUR;
    return basic(new Date(at).toISOString());
  }
}

/** A moment as calendars write it, and as the interface does. */
const basic = (at: string): string => `${at.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const extended = (at: string): string =>
  at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
