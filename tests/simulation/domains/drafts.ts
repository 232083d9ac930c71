import { type Command, type Domain, holds, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";
import { Draft, type ShownDraft } from "./draft.ts";
import { draftCommands } from "./draft_commands.ts";
import { EFFECTS } from "./orders.ts";
import { MailServers } from "./mail_server.ts";
import { sending } from "./sending.ts";

/** Where the mail servers are. */
export const PLACES = ["127.0.0.1:2525", "127.0.0.1:2526"] as const;
/** So many people are mailed within an hour at most. */
const MOST_AN_HOUR = 100;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const EFFECT_STATES = { sent: "done", failed: "not_done", uncertain: "uncertain" } as const;

/** Mails that are drafted with changes of a calendar: each is reviewed, and then sent once, or nobody knows whether it was. */
export class Drafts implements Domain {
  readonly all: Draft[] = [];
  readonly servers: MailServers;
  readonly commands: readonly Command[];
  /** The mail server of the settings. */
  place: string | null = null;
  /** Whether it was ever set up, and with it who the person is. */
  isSetUp = false;

  constructor(readonly surroundings: Surroundings) {
    this.servers = new MailServers(surroundings.now);
    for (const [index, place] of PLACES.entries()) {
      surroundings.mail.servers.set(place, () => this.servers.session(place, index === 1));
    }
    this.commands = [...draftCommands(this), ...sending(this)];
  }

  get trouble(): string {
    return this.surroundings.network.isFaulty ? ", bad network" : "";
  }

  /** A mail was drafted. */
  arise(id: string, sha256: string, title: string, to: readonly string[]): void {
    if (!this.all.some((draft) => draft.id === id)) {
      this.all.push(new Draft(id, sha256, title, to, this.servers));
    }
  }

  passed(): Promise<void> {
    for (const draft of this.all) {
      const { length } = draft.taken;
      holds(length <= 1, `the mail ${draft.id} was sent ${length} times`);
    }
    for (const { at } of this.servers.taken.slice(-3)) {
      const within = this.servers.taken.filter((mail) => mail.at > at - HOUR && mail.at <= at);
      const people = within.reduce((sum, { to }) => sum + to.length, 0);
      holds(people <= MOST_AN_HOUR, `${people} people were mailed within an hour`);
    }
    return Promise.resolve();
  }

  /** Whether so many people may be mailed now, besides those who were; null if that depends on seconds. */
  areFew(drafts: readonly Draft[]): boolean | null {
    const now = this.surroundings.now().getTime();
    const people = (isCounted: (draft: Draft) => boolean) =>
      this.all.filter((draft) => drafts.includes(draft) || isCounted(draft))
        .reduce((sum, { to }) => sum + to.length, 0);
    const within = (minutes: number, isKnown: boolean) => ({ state, endedAt, may }: Draft) =>
      state === "sending" || (may !== null && !isKnown) ||
      ((state === "sent" || state === "uncertain") &&
        (endedAt === null ? !isKnown : now - endedAt < minutes * MINUTE));
    if (people(within(62, false)) <= MOST_AN_HOUR) return true;
    return people(within(58, true)) > MOST_AN_HOUR ? false : null;
  }

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    if (this.all.length === 0) return;
    const shown: ShownDraft[] = await read("/planner/artifacts?limit=1000&type=draft");
    const gone: ShownDraft[] = await read("/planner/artifacts?limit=1000&type=draft&status=gone");
    const kept = this.all.filter(({ state }) => state !== "deleted");
    same(sorted(shown), sorted(kept), "the drafted mails");
    same(sorted(gone), sorted(this.all.filter(({ state }) => state === "deleted")), "the deleted drafts");
    for (const draft of kept) {
      draft.compare(shown.find(({ id }) => id === draft.id)!);
      draft.compareWithServer();
    }
    const { items }: { items: { id: string; state: string }[] } = await read(
      `${EFFECTS}?limit=1000&kind=mail`,
    );
    for (const { id, state } of kept) {
      if (state === "draft" || state === "sending" || state === "deleted") continue;
      const effect = items.find((each) => each.id === `mail.${id}`);
      same(effect?.state, EFFECT_STATES[state], `what is listed of the mail ${id}`);
    }
  }

  /** Compares everything, and reads the reviews of some drafts. */
  async lookAt(read: Read, drafts: readonly Draft[]): Promise<void> {
    await this.lookAtAll(read);
    for (
      const { id, review } of drafts.flatMap(({ id, reviews }) => reviews.map((review) => ({ id, review })))
    ) {
      const { approval } = await read(`/approvals/${review.id}`);
      const [, place] = /handed over to (\S+)\.$/.exec(approval.reasons.at(-1)) ?? [];
      holds(place !== undefined, `the review of the mail ${id} shows no mail server`);
      same(place, review.place ?? this.place, `the mail server of the review ${review.id}`);
      review.place = place;
      review.status = approval.status;
    }
  }
}

const sorted = (drafts: readonly { id: string }[]): string[] => drafts.map(({ id }) => id).toSorted();
