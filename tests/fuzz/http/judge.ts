import assert from "node:assert/strict";
import type { StoredEvent } from "../../../store/event.ts";
import { codeOf } from "../../checks/interface.ts";
import { CREDENTIALS, refusalOf } from "../../routes/callers.ts";
import { assertSentence } from "../../routes/sentence.ts";
import type { Access } from "../../../routes/endpoint.ts";
import type { Input } from "./input.ts";

/** An answer that was read, and what it took. */
export type Answered = {
  status: number;
  type: string;
  text: string;
  /** Processor time of this thread. */
  milliseconds: number;
  /** What the service wrote to its error log meanwhile. */
  errors: readonly string[];
  /** The events that it recorded meanwhile. */
  events: readonly StoredEvent[];
  /** The endpoint that the request reached, if it reached one as it is declared, and who may call it. */
  reached: { key: string; access: Access } | null;
};

const MOST_MILLISECONDS = 1_000;

const CREDENTIAL_OF: Readonly<Record<string, keyof typeof CREDENTIALS>> = {
  operator: "the operator's token",
  agent: "the agent's token",
  nobody: "no token",
  stranger: "a wrong token",
  webhook: "no token",
};

/** Throws what is wrong with an answer. */
export function judge(input: Input, answered: Answered): void {
  const { status, type, errors, events, reached, milliseconds } = answered;
  assert.deepEqual(errors, [], "the service's error log");
  assert.ok([200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 500].includes(status), `the status ${status}`);
  if (status >= 400 && input.method !== "HEAD" && !type.startsWith("text/html")) judgeError(answered);
  if (reached !== null) judgeAccess(input, answered, reached);
  if (["GET", "HEAD", "OPTIONS"].includes(input.method) && reached?.key !== "GET /oauth/callback") {
    assert.deepEqual(byPeople(events), [], "a request that only reads recorded something");
  }
  assert.ok(
    milliseconds <= MOST_MILLISECONDS,
    `the answer took ${Math.round(milliseconds)} ms of processor time`,
  );
}

/** The one shape of an error, or that of RFC 9457. */
function judgeError({ status, type, text }: Answered): void {
  const { error, ...problem } = JSON.parse(text);
  assertSentence(error, "an error");
  if (type === "application/json") return assert.deepEqual(problem, {});
  assert.equal(type, "application/problem+json");
  const { type: kind, title, ...rest } = problem;
  assert.deepEqual([kind, typeof title, rest], ["about:blank", "string", { status, detail: error }]);
}

const byPeople = (events: readonly StoredEvent[]): string[] =>
  events.filter(({ actor }) => actor === "operator" || actor === "agent").map(({ type, actor }) =>
    `${type} by ${actor}`
  );

/** The kinds of operations by which an agent changes something. */
const AGENTS: ReadonlySet<Access> = new Set(["agent-steer", "agent-read"]);

function judgeAccess(
  input: Input,
  { status, events }: Answered,
  { key, access }: { key: string; access: Access },
): void {
  const credential = CREDENTIAL_OF[input.caller];
  if (credential === undefined) return;
  const asked = { mode: "both tokens", credential, key, code: codeOf(key) ?? "none" };
  const foreign = ["host", "origin", "sec-fetch-site"].some((name) => name in input.headers);
  // Who wants a page gets the one that asks for a token.
  const isPage = access === "shell" && /html/.test(input.headers.accept ?? "");
  // A webhook's secret lets its sender in, whoever else it is.
  const refusal = asked.code === "W" ? null : refusalOf(asked);
  if (refusal !== null) {
    assert.ok(
      status === refusal || (foreign && status === 403) || (isPage && status === 401),
      `${input.caller} at ${key}: ${status}, not ${refusal}`,
    );
  }
  if (input.caller !== "operator") {
    assert.deepEqual(
      byPeople(events).filter((each) => each.endsWith("operator")),
      [],
      "recorded as the operator's",
    );
  }
  if (input.caller === "agent") {
    const own = events.filter(({ actor }) => actor === "agent");
    assert.ok(own.length === 0 || AGENTS.has(access), `the agent recorded ${own[0]?.type} by ${key}`);
  }
}
