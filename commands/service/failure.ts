import { ApiError } from "../../client/client.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { TOKENS } from "./connection.ts";

/** Refusals of access (routes/app.ts), as opposed to refusals by a rule. */
const ACCESS = /^(?:The agent token may not call|The Host "|Requests from )/;

/** The refusal of a caller without a token (routes/refuse.ts): other refusals with 401 say themselves what is missing. */
const NO_TOKEN = /^A token is required\./;

/**
 * Returns the exit code and the message for what a command threw; null for an internal error. `variable` holds the token of its
 * caller.
 */
export function describeFailure(
  error: unknown,
  variable: string = TOKENS.operator.variable,
): { code: number; message: string } | null {
  if (error instanceof ExitError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) return { code: codeOf(error), message: explain(error, variable) };
  return null;
}

function codeOf({ status, message }: ApiError): number {
  switch (status) {
    case 400:
      return EXIT.usage;
    case 401:
      return EXIT.notAuthorised;
    case 403:
      return ACCESS.test(message) ? EXIT.notAuthorised : EXIT.refusedByPolicy;
    case 404:
      return EXIT.notFound;
    default:
      return EXIT.failed;
  }
}

const explain = ({ status, message }: ApiError, variable: string): string =>
  status === 401 && NO_TOKEN.test(message)
    ? `The service requires a token, and none was sent or it was wrong. Set ${variable}, or pass a file with --token-file.`
    : message;
