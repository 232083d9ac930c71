import { holds, same } from "../command.ts";
import { GREY, type MailServers, NOBODY, type Taken } from "./mail_server.ts";

const DRAFT_STATES = ["draft", "sending", "sent", "failed", "uncertain", "deleted"] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** What is shown of a drafted mail. */
export type ShownDraft = {
  id: string;
  title: string;
  people: string[];
  draft: { status: DraftState; sha256: string; approvalId: string | null };
};

/** A review of a mail: what became of it, and the mail server that it shows; null until that was read. */
export type Review = { id: string; status: string; place: string | null };

/** What a mail may be after its server was asked for it, and the service perhaps was killed. */
export const ANY: readonly DraftState[] = ["draft", "sending", "sent", "failed", "uncertain"];

/** What the model knows of a drafted mail. */
export class Draft {
  state: DraftState = "draft";
  /** Its newest review, as long as it was not rejected or withdrawn; and all that there were. */
  review: Review | null = null;
  readonly reviews: Review[] = [];
  /** What it may have become since it was looked at; null if nothing was done to it. */
  may: readonly DraftState[] | null = null;
  /** When that was, if it is known. */
  #at: number | null = null;
  /** When it was sent, or may have been; null if that is not known. */
  endedAt: number | null = null;
  /** Whether a person said what became of it. */
  isSettled = false;
  /** The mail servers to which a person let it go. */
  readonly places = new Set<string>();

  constructor(
    readonly id: string,
    readonly sha256: string,
    readonly title: string,
    readonly to: readonly string[],
    readonly servers: MailServers,
  ) {}

  /** Whether it can be sent. */
  get isOpen(): boolean {
    return this.state === "draft" || this.state === "failed";
  }

  get isPending(): boolean {
    return this.state === "draft" && this.review?.status === "pending";
  }

  /** What the server has of it. */
  get taken(): Taken[] {
    return this.servers.taken.filter(({ messageId }) => messageId === this.messageId);
  }

  get messageId(): string {
    return `<${this.id}@home.example>`;
  }

  /** What becomes of it where nothing goes wrong on the way. */
  get fate(): DraftState {
    const isKnown = this.to.some((address) => address !== NOBODY);
    const isRefused = this.to.includes(GREY) && !this.servers.refused.has(this.messageId);
    return isKnown && !isRefused ? "sent" : "failed";
  }

  /** Compares it with what is shown, and takes over what may have become of it. */
  compare({ title, people, draft: { status, sha256, approvalId } }: ShownDraft): void {
    same([title, people, sha256], [this.title, this.to, this.sha256], `the mail ${this.id}`);
    if (this.may !== null) {
      holds(this.may.includes(status), `the mail ${this.id} is ${status}, the model says ${this.may}`);
      this.moveTo(status, this.#at);
      if (approvalId === null) this.review = null;
      else if (this.review?.id !== approvalId) this.#reviewed(approvalId);
    }
    same([status, approvalId], [this.state, this.review?.id ?? null], `how the mail ${this.id} stands`);
    // What is being sent ends by itself.
    if (status === "sending") this.become(ANY, null);
    else this.may = null;
  }

  #reviewed(id: string): void {
    this.review = { id, status: "pending", place: null };
    this.reviews.push(this.review);
  }

  /** A person let it go to the mail server that its review shows. Whether that was recorded is not known yet. */
  letGo(place: string): void {
    this.places.add(place);
    this.become(ANY, null);
    this.isSettled = false;
  }

  /** It is one of these now, since a moment. */
  become(may: readonly DraftState[], at: number | null): void {
    this.may = may;
    this.#at = at;
  }

  moveTo(state: DraftState, at: number | null): void {
    if (state !== this.state) {
      this.endedAt = at;
      this.isSettled = false;
    }
    this.state = state;
  }

  /** It is sent at most once, to the people that a person saw, by a server that they saw; or nobody has it. */
  compareWithServer(): void {
    const { taken, id, state, to } = this;
    holds(taken.length <= 1, `the mail ${id} was sent ${taken.length} times`);
    const [mail] = taken;
    holds(mail || state !== "sent", `the mail ${id} is sent, and no server has it`);
    if (!mail) return;
    holds(
      state === "sent" || state === "uncertain" || state === "sending",
      `the mail ${id} is ${state}, and the server has it`,
    );
    holds(this.places.has(mail.place), `nobody let the mail ${id} go to ${mail.place}`);
    same(mail.to, to.filter((address) => address !== NOBODY), `who got the mail ${id}`);
  }
}
