import { REVIEWED } from "../../git.ts";
import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, holds, one, type Read, same } from "../command.ts";
import type { Draft, DraftState } from "./draft.ts";
import { endsOf, refusalOf } from "./draft_commands.ts";
import type { Drafts } from "./drafts.ts";

/** What a request may do wrong. */
const UNDECIDED = ["another hash", "twice", "unknown"] as const;
const FAULTS = [...UNDECIDED, "not all reviewed"] as const;
type Fault = (typeof FAULTS)[number];
const PATH = "/planner/calendar-actions/drafts/send";

type Result = {
  draftId: string;
  status: string;
  approvalId: string | null;
  messageId: string;
  accepted: string[];
  rejected: string[];
  detail: string;
};

/** Sends drafted mails, or asks for their reviews. */
export const sending = (drafts: Drafts): Command[] => [
  { name: "send drafts", weight: 12, plan: (random, read) => send(drafts, random, read) },
];

async function send(drafts: Drafts, random: Random, read: Read): Promise<Deed | null> {
  const open = drafts.all.filter(({ isOpen }) => isOpen);
  const count = random.next() < 0.75 ? 1 : random.between(2, 3);
  const picked = Array.from({ length: count }, () => one(random, random.next() < 0.8 ? open : drafts.all));
  const chosen = [...new Set(picked)].filter((draft) => draft !== null);
  if (chosen.length === 0) return null;
  await drafts.lookAt(read, chosen);
  if (chosen.some(({ may }) => may !== null)) return null;
  const isDecided = random.next() < 0.65;
  const fault = random.next() < 0.1 ? random.pick(isDecided ? FAULTS : UNDECIDED) : null;
  const meant = new Sending(drafts, chosen, isDecided, fault);
  if (meant.mayLetGo.length > 0 && random.next() < 0.1) drafts.surroundings.killIn(random.between(1, 16));
  return {
    state: meant.state,
    mayRecord: meant.mayRecord,
    asked: { method: "POST", path: PATH, body: bodyOf(random, chosen, isDecided, fault) },
    before: () => Promise.resolve(meant.begin()),
    judge: (answer, repeated) => {
      const { expected } = meant;
      if (answer.status === 400 && (expected === null || repeated)) return;
      answered(answer, expected ?? 200);
      if (expected !== 200 && expected !== null) return;
      const results: Result[] = answer.body.results;
      same(
        results.map(({ draftId }) => draftId),
        chosen.map(({ id }) => id),
        "the drafts that were asked for",
      );
      for (const [index, result] of results.entries()) meant.judge(chosen[index]!, result, repeated);
    },
    after: (read) => drafts.lookAt(read, chosen),
  };
}

function bodyOf(random: Random, chosen: readonly Draft[], isDecided: boolean, fault: Fault | null) {
  const decision = isDecided &&
    { decision: { ...REVIEWED, ...(fault === "not all reviewed" && { reviewedHashes: false }) } };
  const named = chosen.map(({ id: draftId, sha256 }, index) => ({
    draftId: fault === "unknown" && index === 0 ? "pld_unknown" : draftId,
    sha256: fault === "another hash" && index === 0 ? "0".repeat(64) : sha256,
  }));
  if (fault === "twice") named.push(named[0]!);
  const dice = random.next();
  if (dice < 0.3) return { drafts: named, ...decision };
  if (dice < 0.6 || named.length > 1) {
    return {
      draftIds: named.map(({ draftId }) => draftId),
      sha256: named.map(({ sha256 }) => sha256),
      ...decision,
    };
  }
  return { ...named[0], ...decision };
}

/** A request to send drafts, as the model sees it before it is sent. */
class Sending {
  readonly #before: ReadonlyMap<Draft, DraftState>;
  readonly #fates: ReadonlyMap<Draft, DraftState>;
  readonly #reviews: ReadonlyMap<Draft, string | null>;
  readonly #refusals: ReadonlyMap<Draft, string | null>;
  readonly #few: boolean | null;

  constructor(
    readonly drafts: Drafts,
    readonly chosen: readonly Draft[],
    readonly isDecided: boolean,
    readonly fault: Fault | null,
  ) {
    this.#before = new Map(chosen.map((draft) => [draft, draft.state]));
    this.#fates = new Map(chosen.map((draft) => [draft, draft.fate]));
    this.#refusals = new Map(this.open.map((draft) => [draft, refusalOf(drafts, draft)]));
    // A review stays, unless it shows another mail server than that of the settings.
    const stays = (draft: Draft) =>
      draft.isPending && (isDecided || this.#refusals.get(draft) !== "another mail server");
    this.#reviews = new Map(this.open.filter(stays).map((draft) => [draft, draft.review!.id]));
    this.#few = drafts.areFew(this.open);
  }

  /** Those that can be sent. */
  get open(): Draft[] {
    return this.chosen.filter(({ isOpen }) => isOpen);
  }

  /** Those that would be handed over. */
  get mayLetGo(): Draft[] {
    if (!this.isDecided || this.fault !== null || this.#few === false) return [];
    const open = this.chosen.filter((draft) => this.#refusals.has(draft));
    if (open.length > 0 && this.#refusals.get(open[0]!) !== null) return [];
    return open.filter((draft) => this.#refusals.get(draft) === null);
  }

  /** The status of the answer; null where it depends on seconds. */
  get expected(): number | null {
    const { fault, isDecided, chosen } = this;
    if (fault === "unknown") return 404;
    if (fault === "another hash" || fault === "twice") return 400;
    const open = chosen.filter((draft) => this.#refusals.has(draft));
    if (open.length === 0) return 200;
    if (this.#few === false) return 400;
    const lacksServer = open.some((draft) => !this.#reviews.has(draft)) && this.drafts.place === null;
    const isRefused = isDecided && (fault === "not all reviewed" || this.#refusals.get(open[0]!) !== null);
    if (lacksServer || isRefused) return 400;
    return this.#few === null ? null : 200;
  }

  /** Whether a refusal may record something: reviews are asked for before the first of them is decided. */
  get mayRecord(): boolean {
    return this.isDecided && (this.fault === "not all reviewed" || this.chosen.length > 1);
  }

  get state(): string {
    const { chosen, isDecided, fault, drafts } = this;
    const states = chosen.map((draft) => draft.isPending ? "pending" : this.#before.get(draft)!);
    const refusals = [...new Set([...this.#refusals.values()].filter((refusal) => refusal !== null))];
    const words = [
      ...refusals,
      ...this.#few === false ? ["too many people"] : [],
      ...fault === null ? [] : [fault],
    ];
    return `${[...new Set(states)].toSorted().join(" and ")}${isDecided ? ", decided" : ""}${
      words.map((word) => `, ${word}`).join("")
    }${drafts.trouble}`;
  }

  begin(): void {
    for (const draft of this.mayLetGo) {
      draft.letGo(draft.isPending ? draft.review!.place! : this.drafts.place!);
    }
    for (const draft of this.chosen.filter((each) => this.#refusals.has(each) && each.may === null)) {
      // Its review may be asked for.
      draft.become([draft.state, "draft"], null);
    }
  }

  judge(
    draft: Draft,
    { status, approvalId, messageId, accepted, rejected, detail }: Result,
    repeated: boolean,
  ): void {
    same(messageId, draft.messageId, `the message of the mail ${draft.id}`);
    const before = this.#before.get(draft)!;
    const { drafts } = this;
    if (status === "sent" || status === "already_sent") {
      const [mail] = draft.taken;
      holds(mail, `the mail ${draft.id} is ${status}, and no server has it`);
      if (!draft.isSettled) {
        same([accepted, rejected], [
          mail.to,
          draft.to.filter((to) => !mail.to.includes(to)),
        ], `who got the mail ${draft.id}`);
      }
    }
    if (repeated) return;
    if (before === "sent") return same(status, "already_sent", `the mail ${draft.id}, sent before`);
    if (before === "deleted") return same(status, "refused", `the mail ${draft.id}, deleted before`);
    if (before === "uncertain") return same(status, "uncertain", `the mail ${draft.id}, uncertain before`);
    if (!this.isDecided || this.#refusals.get(draft) !== null) {
      same(status, this.isDecided ? "refused" : "needs_review", `the mail ${draft.id}`);
      same(approvalId !== null, true, `whether the mail ${draft.id} has a review`);
      const review = this.#reviews.get(draft);
      if (review !== undefined) same(approvalId, review, `the review of the mail ${draft.id}`);
      else holds(!draft.reviews.some(({ id }) => id === approvalId), `the review ${approvalId} is over`);
      return draft.become(["draft"], null);
    }
    const ends = endsOf(drafts, this.#fates.get(draft)!);
    holds(
      ends.some((end) => end === status),
      `the mail ${draft.id} is ${status}, the model says ${ends}: ${detail}`,
    );
    draft.become(ends.filter((end) => end === status), drafts.surroundings.now().getTime());
  }
}
