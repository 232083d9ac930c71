import { OutboundError } from "../outbound/error.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { LastAnswer } from "./server.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** Why a server sent no tokens. */
export type Failure = {
  /** `definitive` requires a new authorization; `transient` is retried. */
  kind: "definitive" | "transient";
  /** A code of the standard, or one of ours; never the server's own words. */
  errorCode: string;
  httpStatus: number | null;
  /** The server has responded. */
  answered: boolean;
  /** The server may have done what was requested, although its response was not understood. */
  inDoubt: boolean;
  retryAfterSeconds: number | null;
  sentence: string;
};

const DEFINITIVE = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);
const TRANSIENT_STATUSES = new Set([408, 409, 423, 425, 429]);

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_grant: "The server no longer accepts the grant.",
  invalid_client: "The server does not accept the client id or its secret. Configure the app again.",
  unauthorized_client:
    "The server does not allow this client to make this request. Check the app's settings at the server.",
  bad_answer: "The server's response violates OAuth and was ignored.",
};

/** Explains why a request to a server failed. What the server wrote is not repeated: it may contain secrets. */
export function explainFailure(cause: unknown, last: LastAnswer): Failure {
  const { status } = last;
  const answered = {
    answered: status !== null,
    httpStatus: status,
    retryAfterSeconds: last.waitMilliseconds === null ? null : Math.ceil(last.waitMilliseconds / 1000),
  };
  if (cause instanceof OutboundError) {
    const connected = cause.receipt?.hops.some(({ address }) => address !== null) ?? false;
    const gaveTokens = status !== null && status < 300;
    const { reason, message } = cause;
    return {
      ...answered,
      answered: false,
      kind: "transient",
      errorCode: reason,
      inDoubt: connected || gaveTokens,
      sentence: message,
    };
  }
  if (cause instanceof UnavailableError) {
    const sentence = cause.message;
    return { ...answered, kind: "transient", errorCode: "secret_unavailable", inDoubt: false, sentence };
  }
  if (status !== null && (status >= 500 || TRANSIENT_STATUSES.has(status))) {
    const sentence = `The server answered with the status ${status}.`;
    return {
      ...answered,
      kind: "transient",
      errorCode: `status_${status}`,
      inDoubt: status >= 500,
      sentence,
    };
  }
  const errorCode = codeOf(cause, status);
  const sentence = SENTENCES[errorCode] ?? `The server answered with the error "${errorCode}".`;
  const kind = DEFINITIVE.has(errorCode) ? "definitive" as const : "transient" as const;
  // A successful response that was not accepted may have used up the refresh token.
  return { ...answered, kind, errorCode, inDoubt: status !== null && status < 300, sentence };
}

function codeOf(cause: unknown, status: number | null): string {
  const { error, name } = recordOf(cause);
  if (typeof error === "string" && /^[a-z][a-z_]{2,63}$/.test(error)) return error;
  if (name === "WWWAuthenticateChallengeError" || status === 401) return "invalid_client";
  return "bad_answer";
}
