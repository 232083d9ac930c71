import { ApiError } from "../../client/client.ts";
import { EXIT, ExitError } from "../exit_codes.ts";

/** The service refuses a token its access (routes/app.ts), as against a rule that refuses the deed. */
const ACCESS = /^(?:The agent token may not call|The Host "|Requests from )/;

/** The exit code and the sentence for what a command threw; null for a fault of this program. */
export function describeFailure(error: unknown): { code: number; message: string } | null {
  if (error instanceof ExitError) return { code: error.code, message: error.message };
  if (error instanceof ApiError) return { code: codeOf(error), message: explain(error) };
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

const explain = ({ status, message }: ApiError): string =>
  status === 401
    ? "The service requires a token, and none was sent or it was wrong. Set AGENT_HARNESS_TOKEN, or pass a file with --token-file."
    : message;
