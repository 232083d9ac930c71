import type { Call, Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { splitRouteKey } from "../store/shared/route_key.ts";

/** Sends one request to a path of the service. */
export type Transport = (path: string, init: RequestInit) => Response | Promise<Response>;

/** The service refused or failed; `message` is its error. */
export class ApiError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** The service did not answer. */
export class UnansweredError extends Error {
  constructor(cause: unknown) {
    super("The service does not answer.", { cause });
  }
}

/** Options of some requests. */
type CallOptions = { idempotencyKey?: string; signal?: AbortSignal };

/**
 * Returns a typed client: `call("POST /approvals/:id/approve", { params: { id }, body })`; the key is the route. Throws `ApiError`
 * for every status that is not a success, with the service's sentence in the words that `tell` gives. It knows the API only by its types.
 */
export const createClient =
  (send: Transport, tell = (sentence: string): string => sentence) =>
  async <Key extends keyof Api>(
    key: Key,
    ...[input, options]: Record<never, never> extends Call<Key, Api[Key]>
      ? [input?: Call<Key, Api[Key]>, options?: CallOptions]
      : [input: Call<Key, Api[Key]>, options?: CallOptions]
  ): Promise<Result<Api[Key]>> => {
    const { params = {}, query, body } = (input ?? {}) as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const [method, path] = splitRouteKey(key);
    const response = await send(fillPath(path, params) + queryString(query), {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(options?.idempotencyKey && { "idempotency-key": options.idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options?.signal && { signal: options.signal }),
    });
    const payload = await response.json();
    if (!response.ok) throw new ApiError(response.status, tell(payload.error));
    return payload;
  };

/** Returns the path with its encoded parameters. Throws `ApiError` for `.` and `..`, which would lead to another path. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)/g, (_, name) => {
    const value = params[name] ?? "";
    if (value === "." || value === "..") {
      throw new ApiError(400, `"${value}" cannot be the ${name} of a record.`);
    }
    return encodeURIComponent(value);
  });

function queryString(query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0
    ? ""
    : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
