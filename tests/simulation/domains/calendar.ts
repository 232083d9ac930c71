import type { Random } from "../../recovery/load/random.ts";
import {
  type Answer,
  answered,
  type Command,
  type Deed,
  type Domain,
  one,
  type Read,
  same,
} from "../command.ts";
import type { Drafts } from "./drafts.ts";
import { GREY, NOBODY } from "./mail_server.ts";

const HOUR = 3_600_000;
/** How long a plan can be executed. */
const LIFETIME = 24 * HOUR;
/** So many events there are at once. */
const MOST = 12;
/** More guests than that are many. */
const MANY = 20;

type Event = { id: string; title: string; start: string; changes: number; guests: readonly string[] };

/** A planned change: what it is based on, and what was answered when it was executed. */
type Plan = {
  id: string;
  planSha256: string;
  event: Event;
  changes: number;
  until: number;
  change: (shown: Answer["body"]) => void;
  /** Whether the event is already as it is to be. */
  isReached: () => boolean;
  /** The mails that are drafted with it. */
  mails: { id: string; sha256: string; title: string; to: readonly string[] }[];
  answer: Answer | null;
};

/** Events of the local calendar: each change is planned, and executed once, if nothing came in between. */
export class LocalCalendar implements Domain {
  readonly #events: Event[] = [];
  readonly #plans: Plan[] = [];
  #made = 0;

  constructor(readonly now: () => Date, readonly drafts: Drafts) {}

  readonly commands: readonly Command[] = [
    { name: "create an event", weight: 2, plan: (random) => this.#create(random) },
    { name: "plan an invitation", weight: 5, plan: (random) => this.#invite(random) },
    { name: "plan a change of an event", weight: 3, plan: (random) => this.#plan(random) },
    { name: "execute a plan", weight: 5, plan: (random) => this.#execute(random) },
  ];

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const shown: { id: string; title: string; start: { at: string } }[] = await read(
      "/planner/artifacts?limit=1000&source=local&type=event",
    );
    const events = shown.map(({ id, title, start }) => ({ id, title, start: start.at }));
    const expected = this.#events.map(({ id, title, start }) => ({ id, title, start }));
    const [one, other] = [events, expected].map((list) =>
      list.toSorted((one, other) => one.id < other.id ? -1 : 1)
    );
    same(one, other, "the events of the local calendar");
  }

  #create(random: Random): Deed | null {
    if (this.#events.length >= MOST) return null;
    const title = `Event ${++this.#made}`;
    const start = this.#soon(random);
    return {
      state: "any",
      asked: {
        method: "POST",
        path: "/planner/calendar-events/create",
        body: { title, start, durationMinutes: 30, calendarId: "local" },
        headers: { "idempotency-key": title.replace(" ", "-") },
      },
      judge: (answer) => {
        answered(answer, 201);
        this.#events.push({ id: answer.body.id, title, start, changes: 0, guests: [] });
      },
    };
  }

  /** Plans an event with guests, and the mail that invites them. */
  #invite(random: Random): Deed | null {
    const { drafts } = this;
    if (!drafts.isSetUp || this.#events.length >= MOST) return null;
    const event: Event = {
      id: "",
      title: `Event ${++this.#made}`,
      start: this.#soon(random),
      changes: 0,
      guests: guestsBy(random),
    };
    const { title, start, guests } = event;
    return {
      state: `${guests.length > MANY ? "many" : "few"} guests${
        drafts.place === null ? ", no mail server" : ""
      }`,
      // What is planned twice is planned twice: whoever got no answer cannot tell.
      isAnswered: true,
      asked: {
        method: "POST",
        path: "/planner/calendar-actions",
        body: {
          action: "create",
          calendarId: "local",
          event: { title, start, durationMinutes: 30, attendees: guests.map((email) => ({ email })) },
          notify: "draft",
        },
      },
      judge: (answer) => {
        answered(answer, drafts.place === null ? 400 : 201);
        if (drafts.place === null) return;
        const change = ({ result }: Answer["body"]) => {
          event.id = result.artifactIds[0];
          this.#events.push(event);
        };
        this.#planned(answer, { event, change, isReached: () => false }, `Invitation: ${title}`);
      },
    };
  }

  #planned({ body }: Answer, plan: Pick<Plan, "event" | "change" | "isReached">, mail: string | null): void {
    const { event } = plan;
    const { id, planSha256, plan: { steps, notifies } } = body;
    const mails = steps.filter(({ kind }: { kind: string }) => kind === "draft_create")
      .map(({ target, bodySha256 }: { target: string; bodySha256: string }) => (
        { id: target, sha256: bodySha256, title: mail, to: event.guests }
      ));
    same(mails.length, mail === null ? 0 : 1, `how many mails are drafted with the plan ${id}`);
    const told = notifies.map(({ email }: { email: string }) => email);
    same(told, mail === null ? [] : event.guests, `whom the plan ${id} tells`);
    const until = this.now().getTime() + LIFETIME;
    this.#plans.push({ id, planSha256, ...plan, changes: event.changes, until, mails, answer: null });
  }

  #plan(random: Random): Deed | null {
    const event = one(random, this.#events);
    if (event === null) return null;
    const dice = random.next();
    const [action, fields] = dice < 0.4
      ? ["update", { title: `Event ${++this.#made}` }]
      : dice < 0.8
      ? ["move", { start: this.#soon(random) }]
      : ["cancel", null];
    const isOpen = this.#plans.some((plan) => plan.event === event && plan.answer === null);
    const tells = event.guests.length > 0 && this.drafts.place !== null && random.next() < 0.7;
    return {
      state: `${action}${isOpen ? " again" : ""}${tells ? ", and tell its guests" : ""}`,
      // What is planned twice is planned twice: whoever got no answer cannot tell.
      isAnswered: true,
      asked: {
        method: "POST",
        path: "/planner/calendar-actions",
        body: {
          action,
          artifactId: event.id,
          ...(fields !== null && { event: fields }),
          ...(tells && { notify: "draft" }),
        },
      },
      judge: (answer) => {
        answered(answer, 201);
        const title = fields && "title" in fields ? fields.title : event.title;
        const change = () => {
          event.changes++;
          if (fields === null) this.#events.splice(this.#events.indexOf(event), 1);
          else Object.assign(event, fields);
        };
        const isReached = () =>
          fields === null
            ? !this.#events.includes(event)
            : Object.entries(fields).every(([name, value]) => event[name as "title" | "start"] === value);
        const mail = `${action === "cancel" ? "Cancelled" : "Invitation"}: ${title}`;
        this.#planned(answer, { event, change, isReached }, tells ? mail : null);
      },
    };
  }

  /** A plan that has expired may have been recorded as that: the clock is not set back to before. */
  mayJump = (from: number, to: number): boolean =>
    this.#plans.every(({ until, answer }) => answer !== null || until <= to || until > from);

  #execute(random: Random): Deed | null {
    const open = this.#plans.filter(({ answer }) => answer === null);
    const plan = one(random, random.next() < 0.8 && open.length > 0 ? open : this.#plans);
    if (plan === null) return null;
    const { id, planSha256, event, answer: before } = plan;
    const isStale = event.changes !== plan.changes;
    const isLate = this.now().getTime() > plan.until;
    return {
      mayRecord: isLate,
      state: before !== null ? "executed" : isLate ? "late" : isStale ? "stale" : "open",
      asked: {
        method: "POST",
        path: "/planner/calendar-actions/execute",
        body: { actionId: id, planSha256 },
      },
      judge: (answer, repeated) => {
        if (before !== null) return same(answer, before, "the answer to what was executed before");
        if (isLate && answer.status === 400) return; // nobody had looked at it since it expired
        answered(answer, 200);
        plan.answer = answer;
        // After a kill the event is neither as it was nor as it was to be, and a person looks; or another plan has made it so.
        if (repeated && isStale && !isLate && answer.body.status === "uncertain") return;
        const isReached = repeated && isStale && answer.body.status === "executed" && plan.isReached();
        const status = isLate ? "expired" : isStale && !isReached ? "stale" : "executed";
        same(answer.body.status, status, `the plan ${id}`);
        if (status !== "executed") return;
        if (!isReached) plan.change(answer.body);
        same(answer.body.result.draftIds, plan.mails.map(({ id }) => id), `the mails of the plan ${id}`);
        for (const { id, sha256, title, to } of plan.mails) this.drafts.arise(id, sha256, title, to);
      },
    };
  }

  /** A full minute of the next hours. */
  #soon(random: Random): string {
    const at = Math.ceil(this.now().getTime() / HOUR) * HOUR + random.between(1, 9) * HOUR;
    return new Date(at).toISOString();
  }
}

/** Guests of an event: few, of whom some get nothing, or so many that few such mails may be sent at once. */
function guestsBy(random: Random): string[] {
  const count = random.next() < 0.2 ? random.between(MANY + 1, 45) : random.between(1, 3);
  const guests = Array.from({ length: count }, (_, i) => `guest-${i + 1}@guests.example`);
  if (random.next() < 0.2) guests[0] = NOBODY;
  if (random.next() < 0.2) guests[guests.length - 1] = GREY;
  return guests;
}
