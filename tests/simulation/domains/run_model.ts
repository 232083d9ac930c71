import type { Fixing } from "./fixing.ts";
import type { Flow } from "./flow.ts";
import type { Order } from "./order.ts";
import type { Race } from "./race.ts";

/** The states of a run, by the interface. */
export type RunState = "queued" | "running" | "waiting" | "paused" | "completed" | "failed" | "cancelled";

/** What becomes of a run without anyone's doing: its worker works, and its patch is applied after an approval. */
const MOVES_BY_ITSELF: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ["running", "waiting", "failed"],
  running: ["queued", "waiting", "completed", "failed"],
  waiting: ["queued", "running", "completed", "failed"],
  paused: [],
  completed: [],
  failed: [],
  cancelled: [],
};

/** A run fails when the service was started so often without a step of it. */
const MAX_RECOVERIES = 3;

/** What is shown of a decision. */
export type ShownApproval = {
  id: string;
  status: string;
  policyClass: string;
  expiresAt: string;
  subject?: { kind: string; id: string } | null;
};

/** What a run does, if it does more than write a file, and which one it tries again. */
export type RunKind = {
  source?: RunModel | undefined;
  order?: Order | undefined;
  flow?: Flow | undefined;
  race?: Race | undefined;
  fixing?: Fixing | undefined;
  /** The run a node of which started it. */
  parent?: RunModel | undefined;
};

/** What the model knows of a run. */
export class RunModel {
  id = "";
  /** Where in the log it began; null until that was read. */
  sequence: number | null = null;
  status: RunState = "queued";
  isArchived = false;
  isErased = false;
  /** Whether it was compared since it has ended. */
  isSettled = false;
  attempt = 1;
  /** What a human said of its result. */
  decision: "approved" | "rejected" | null = null;
  approvals: readonly ShownApproval[] = [];
  sessions: readonly string[] = [];
  tasks: readonly string[] = [];
  /** Whether its file may be there already, which its worker refuses to replace. */
  mayFail: boolean;
  /** How often the service was killed while it was executed. */
  recoveries = 0;
  /** Whether a person is in it, or asked for it. */
  isInside = false;
  /** Whether a person ever was. */
  wasEntered = false;
  /** Whether a backup was restored since a person changed something in it. */
  isOfBackup = false;
  /** How far that is, and in which task. */
  visit: "requested" | "entered" | "left" | null = null;
  taskInside: string | null = null;
  /** How often a person changed its file, and what that contains. */
  visits = 0;
  byHand: string | null = null;
  /** The files that its result got when it was sent back, and the checkpoints that were. */
  readonly again: string[] = [];
  readonly sentBack = new Set<string>();
  /** Whether its approved result could not be written, since a person had changed a file. */
  isStale = false;
  /** Whether its result is in the repository, was undone there, and what asks for that. */
  isApplied = false;
  isUndone = false;
  undoId: string | null = null;
  /** How many worker machines were lost with it since a person moved it, surely and at most, and whether one said that it failed. */
  losses = 0;
  mayBeLost = 0;
  hasFailedThere = false;
  /** How often a person had a task of it done again. */
  redone = 0;
  /** How often its task was guided. */
  guided = 0;
  readonly file: string;
  readonly content: string;
  readonly request: string;
  /** The workflow that it is a run of; null for any other. */
  readonly flow: Flow | null;
  /** What it orders instead of writing a file; null for any other. */
  readonly order: Order | null;
  /** The race that decides its result; null for any other. */
  readonly race: Race | null;
  /** The rounds in which its result is made; null for any other. */
  readonly fixing: Fixing | null;
  /** The run a node of which started it; null for any other. */
  readonly parent: RunModel | null;

  constructor(
    readonly name: string,
    readonly repoPath: string,
    { source, order, flow, race, fixing, parent }: RunKind = {},
  ) {
    this.order = order ?? null;
    this.flow = flow ?? null;
    this.race = race ?? null;
    this.fixing = fixing ?? null;
    this.parent = parent ?? null;
    this.content = source?.content ?? flow?.mark ?? `mark-${name}.`;
    this.file = source?.file ?? `sim/${name}.txt`;
    this.request = source?.request ?? this.order?.requestFor(this.content) ?? this.flow?.request ??
      (this.fixing && JSON.stringify(this.fixing.problem)) ??
      `create ${this.file} with "${this.content}"`;
    this.mayFail = source?.mayFail ?? false;
    this.attempt = (source?.attempt ?? 0) + 1;
  }

  /** How what it is guided with begins. */
  get guidance(): string {
    return `create sim/${this.name}-g`;
  }

  /** The file that a person changes in it, of each run its own: those of an automation have one name. */
  get handFile(): string {
    return `sim/hand-${this.id}.txt`;
  }

  /** The same for a contender of its race. */
  handFileOf = (contender: number): string => `sim/hand-${this.id}-${contender}.txt`;

  /** What its file contains once it is completed. */
  get left(): string | null {
    return this.order === null && this.flow === null ? this.fixing?.left ?? this.content : null;
  }

  /** The files of its result, as far as the model knows them. */
  get files(): Map<string, string> {
    const files = new Map<string, string>();
    if (this.left !== null) { for (const path of [this.file, ...this.again]) files.set(path, this.left); }
    if (this.byHand !== null) files.set(this.handFile, this.byHand);
    for (const contender of this.race?.picked ?? []) {
      const text = this.race!.byHand.get(contender);
      if (text !== undefined) files.set(this.handFileOf(contender), text);
    }
    return files;
  }

  /** Whether no worker machine gets its tasks: its request says so, or its kind of task is never given away. */
  get staysHere(): boolean {
    return !this.hasOnePlan || this.order !== null;
  }

  /** Whether its tasks are those of one plan. */
  get hasOnePlan(): boolean {
    return this.flow === null && this.race === null && this.fixing === null;
  }

  /** Whether it waits for the decision that lets the agent work in the repository, before there is a plan. */
  get isToBeginYet(): boolean {
    return this.status === "waiting" &&
      this.approvals.some(({ policyClass, status }) => policyClass === "start" && status === "pending");
  }

  /** Whether nothing more comes of it. */
  get isOver(): boolean {
    return this.hasEnded || this.isErased;
  }

  get hasEnded(): boolean {
    return this.status === "completed" || this.status === "failed" || this.status === "cancelled";
  }

  /** What the coverage calls its state. */
  get state(): string {
    if (this.isErased) return "erased";
    const decided = this.decision === null ? "" : ` ${this.decision}`;
    const stale = this.isStale && !this.hasEnded ? " stale" : "";
    const inside = this.isInside && !this.hasEnded ? " inside" : "";
    return `${this.status}${this.hasEnded ? "" : decided}${stale}${inside}${
      this.isArchived ? " archived" : ""
    }`;
  }

  /** Whether it may have reached a state by itself, with what was decided until a moment. */
  mayMove(to: RunState, reason: string | null, until: number): boolean {
    const isOverdue = reason === "approval_expired" && this.order?.mayExpire(this.approvals, until) === true;
    // It ends with the run that started it.
    if (this.parent?.isOver && to === "cancelled" && !this.hasEnded) return true;
    // One whose nodes are all skipped has nothing to do.
    if (this.flow !== null && this.status === "queued" && to === "completed") return true;
    // An order changes no files, so that nothing more is decided.
    if (this.order !== null && this.status === "queued" && to === "completed") {
      return this.order.mayMove(this, to, reason);
    }
    if (!MOVES_BY_ITSELF[this.status].includes(to)) return this.status === "paused" && isOverdue;
    if (to === "failed" && reason === "process_lost" && this.recoveries >= MAX_RECOVERIES) return true;
    if (to === "failed" && this.decision === "rejected") return true;
    if (to === "failed" && reason === "verification_failed") return this.fixing?.mayFail === true;
    if (this.order !== null) return isOverdue || this.order.mayMove(this, to, reason);
    if (to === "completed") return this.decision === "approved" || this.flow !== null;
    return to !== "failed" || this.mayFail;
  }
}
