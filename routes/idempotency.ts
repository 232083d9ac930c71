import { InvalidError, UnavailableError } from "../services/ground/kernel/errors.ts";
import { sha256 } from "../store/chain.ts";
import { IdempotencyTable, type RecordedAnswer } from "../store/idempotency.ts";
import type { ServiceCtx } from "../services/parts.ts";
import type { Redactor } from "../services/ground/kernel/redactor.ts";
import type { Caller } from "./access.ts";
import { canonicalJson } from "./canonical_json.ts";
import { inTurn } from "../services/ground/kernel/in_turn.ts";
import { ownedBy } from "../services/ground/kernel/owned_by.ts";
import { DAY } from "../store/shared/durations.ts";

/** How long a response is repeated. */
const IDEMPOTENCY_WINDOW_MILLISECONDS = DAY;

/** What identifies a request that is answered once. */
export type RequestId = { caller: Caller; route: string; key: string };

type StoredResponse = { status: number; text: string };

/** A response that is kept encrypted begins with this; any other is JSON. */
const SEALED = "sealed:";

/** What encrypted responses are bound to. */
const PLACE = "idempotency";

/** Returns the key of a request, or null. Throws `InvalidError` unless it has 1 to 255 printable characters and no secret. */
export function idempotencyKey(request: Request, redactor: Redactor): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new InvalidError("The Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.");
  }
  if (redactor.holds(key)) {
    throw new InvalidError(
      "The Idempotency-Key contains a stored secret, and would be recorded. Use another key.",
    );
  }
  return key;
}

/**
 * Answers a creating request once: the same key and body within 24 hours get the first response; another body is refused.
 * `create` runs in the unit of work that records its response, so neither can exist without the other.
 */
export function answerOnce(
  ctx: ServiceCtx,
  { path, body: sent, secret, ...id }: RequestId & { path: string; body: unknown; secret: boolean },
  create: () => StoredResponse & { runId?: string; isSecret?: true | undefined },
): StoredResponse {
  const table = new IdempotencyTable(ctx.store.database);
  const body = canonicalJson([path, sent]);
  // A plain hash of a body with a secret would confirm guesses.
  const bodySha256 = secret ? ctx.vault.fingerprint(ctx.vault.keyToWrite(), body) : sha256(body);
  const now = ctx.now();
  return ctx.write(() => {
    const known = table.find(id, new Date(now.getTime() - IDEMPOTENCY_WINDOW_MILLISECONDS).toISOString());
    if (known) return replay(ctx, known, bodySha256, id.key);
    const { head } = ctx.store;
    const { status, text, runId, isSecret } = create();
    const stream = ctx.store.events.streamAt(head + 1);
    table.record(id, {
      bodySha256,
      status,
      response: isSecret || ctx.redactor.holds(text) ? SEALED + ctx.vault.seal(PLACE, text) : text,
      at: now.toISOString(),
      ...(runId && { runId }),
      ...(stream !== null && { stream }),
    });
    return { status, text };
  });
}

const last = ownedBy<ServiceCtx["store"], Map<string, Promise<unknown>>>(() => new Map());

/** Answers requests with the same identity one after the other. */
export const answerInTurn = <Value>(
  store: ServiceCtx["store"],
  { caller, route, key }: RequestId,
  answer: () => Promise<Value>,
): Promise<Value> => inTurn(last(store), `${caller} ${route} ${key}`, answer);

/** Returns whether the response to a request is already recorded, so that nothing has to be prepared. */
export function isAnswered(ctx: ServiceCtx, id: RequestId): boolean {
  const since = new Date(ctx.now().getTime() - IDEMPOTENCY_WINDOW_MILLISECONDS).toISOString();
  return new IdempotencyTable(ctx.store.database).find(id, since) !== null;
}

function replay(
  { vault }: ServiceCtx,
  known: RecordedAnswer,
  bodySha256: string,
  key: string,
): StoredResponse {
  if (known.bodySha256 !== bodySha256) {
    throw new InvalidError(
      `The Idempotency-Key "${key}" was already used with another body. Use a new key for a new request.`,
    );
  }
  const { status, response } = known;
  if (!response.startsWith(SEALED)) return { status, text: response };
  try {
    return { status, text: vault.open(PLACE, response.slice(SEALED.length)) };
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause;
    throw new UnavailableError(
      `The answer that is kept for the Idempotency-Key "${key}" was encrypted with another master key. Send the request with a new key.`,
      { cause },
    );
  }
}
