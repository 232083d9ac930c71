import assert from "node:assert/strict";
import type { Harness } from "../harness.ts";

/** What must never leave the service: stacks, places in its code, and where that lies. */
const INSIDE =
  /\bat \S+ \((?:<anonymous>|native|[^)]*:\d)|\.[jt]s:\d+|file:\/\/|node_modules|\bnpm:|ZodError|SQLITE|node:internal/;

/** Asserts that an answer is an error as the interface, section 7, has it, with a sentence for a person. */
export async function assertRefusal(
  response: Response,
  statuses: readonly number[],
  what: string,
): Promise<string> {
  const text = await response.text();
  assert.ok(statuses.includes(response.status), `${what}: ${response.status} ${text.slice(0, 300)}`);
  assert.equal(response.headers.get("content-type"), "application/json", what);
  const payload = JSON.parse(text);
  assert.deepEqual(Object.keys(payload), ["error"], what);
  const sentence: string = payload.error;
  assertSentence(sentence, what);
  assert.match(sentence, /^[A-Za-z]/, what);
  return sentence;
}

/** Asserts that an error says what it says in a sentence for a person; what is not an error as JSON is left alone. */
export async function assertError(response: Response, what: string): Promise<void> {
  if (response.status < 400 || response.headers.get("content-type") !== "application/json") return;
  const text = await response.clone().text(); // none for HEAD
  if (text !== "") assertSentence(JSON.parse(text).error, what);
}

/** How a sentence ends, or what it ends with: a command to copy, as a line of a terminal. */
const END = /[.:!?]$|: (?:agent-harness|chmod|git) \S.*$/;

/** Asserts that a sentence is one for a person: a line of bounded length that ends, and says nothing of the inside. */
export function assertSentence(sentence: string, what: string): void {
  assert.match(sentence, END, `${what}: ${JSON.stringify(sentence)}`);
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  assert.doesNotMatch(sentence, /[\x00-\x1f]/, `${what}: ${JSON.stringify(sentence)}`);
  assert.doesNotMatch(sentence, INSIDE, what);
  assert.ok(sentence.length <= 2000, `${what}: a sentence of ${sentence.length} characters`);
  assert.ok(!sentence.includes(CODE_DIRECTORY), what);
}

/** Asserts that what `work` does leaves no event. */
export async function leavesNoEvent(h: Harness, what: string, work: () => Promise<unknown>): Promise<void> {
  const before = h.store.head;
  await work();
  assert.equal(h.store.head, before, `${what} left an event`);
}

const CODE_DIRECTORY = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
