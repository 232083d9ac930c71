import { sha256 } from "../../../../store/chain.ts";

/** The headers of a request of a worker machine, besides its token. */
export const MACHINE_HEADERS = {
  machine: "agent-harness-machine",
  /** Requests of one lane arrive in order; heartbeats have their own. */
  session: "agent-harness-session",
  lane: "agent-harness-lane",
  counter: "agent-harness-counter",
  signature: "agent-harness-signature",
} as const;

/** The sequence that a request belongs to: one of the machine, or one of a lease, which is accepted for that lease alone. */
export type Lane = "main" | "beat" | `${"inbox" | "messages" | "objects" | "models"}-${string}`;

const LANE = /^(?:main|beat|(?:inbox|messages|objects|models)-lease_[0-9a-f-]{36})$/;

/** Returns the lane that a request names; "main" for any other text. */
export const laneOf = (text: string | null): Lane => isLane(text) ? text : "main";

const isLane = (text: string | null): text is Lane => text !== null && LANE.test(text);

/** What the signature of a request covers. */
export type SignedRequest = {
  method: string;
  /** With the query. */
  path: string;
  body: Uint8Array;
  /** The start of the control plane that the request is meant for: an earlier one's requests cannot be repeated. */
  epoch: string;
  /** A random name, new with each start of the machine. */
  session: string;
  lane: Lane;
  /** Rises with each request of the lane. */
  counter: number;
};

/** Returns the text that a machine signs for a request. */
export const requestText = ({ method, path, body, epoch, session, lane, counter }: SignedRequest): string =>
  ["worker-request/1", method, path, sha256(body), epoch, session, lane, counter].join("\n");
