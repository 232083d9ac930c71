import { describeStorageFault, StorageError } from "../../../store/storage_error.ts";

/** What went wrong, for the caller: few codes, one sentence each. Only `routes/errors.ts` knows statuses. */
export type ErrorCode = "invalid" | "unauthenticated" | "forbidden" | "not_found" | "unavailable";

/** An error whose message may be shown to the caller. `cause` stays in the service's own log. */
export class ServiceError extends Error {
  constructor(readonly code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = this.constructor.name;
  }
}

/** The input is invalid; the sentence names the value and what would be valid. */
export class InvalidError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super("invalid", message, options);
  }
}

/** A token is required and missing. */
export class UnauthenticatedError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super("unauthenticated", message, options);
  }
}

/** The caller is known but may not do this. */
export class ForbiddenError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super("forbidden", message, options);
  }
}

/** There is no record of that kind with that id, or with that short number, `#9`. */
export class NotFoundError extends ServiceError {
  constructor(entity: string, id: string, options?: ErrorOptions) {
    const named = /^#\d+$/.test(id) ? id : `with the id "${id}"`;
    super("not_found", `There is no ${entity} ${named}.`, options);
  }
}

/** Too many requests of one kind; it may be sent again after so many seconds. */
export class TooMuchError extends ServiceError {
  constructor(message: string, readonly retryAfterSeconds: number) {
    super("unavailable", message);
  }
}

/** Something outside this service failed (git, a provider, the disk); a later attempt may succeed. */
export class UnavailableError extends ServiceError {
  constructor(message: string, options?: ErrorOptions) {
    super("unavailable", message, options);
  }
}

/**
 * Returns what a caller may read of an error, or null if it is unexpected. `isNews` is false for what is already in the
 * service's log, or need not be.
 */
export function explainError(cause: unknown): { error: ServiceError; isNews: boolean } | null {
  if (cause instanceof ServiceError) return { error: cause, isNews: false };
  if (cause instanceof StorageError) {
    return { error: new UnavailableError(cause.message, { cause }), isNews: false };
  }
  const sentence = describeStorageFault(cause);
  return sentence === null ? null : { error: new UnavailableError(sentence, { cause }), isNews: true };
}
