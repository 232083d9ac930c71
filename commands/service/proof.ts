import {
  CHALLENGE_HEADER,
  isProvable,
  PROOF_HEADER,
  tokenProof,
} from "../../services/ground/kernel/token_proof.ts";
import { ApiError } from "../../client/client.ts";
import { EXIT, ExitError } from "../exit_codes.ts";

/**
 * Returns the token if the service at an address proves that it knows it, and undefined if that service has none. TLS proves it in
 * another way, and a short token cannot be proved. Throws `ExitError` for another token and for another program, `ApiError` for an
 * address that the service does not serve, and what `fetch` throws. `variable` is what a person sets to another token.
 */
export async function provenToken(
  url: string,
  token: string,
  variable: string,
  signal?: AbortSignal | null,
): Promise<string | undefined> {
  const { protocol, host } = new URL(url);
  if (protocol === "https:" || !isProvable(token)) return token;
  const text = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const headers = { [CHALLENGE_HEADER]: text };
  const response = await fetch(`${url}/health`, { headers, redirect: "error", signal: signal ?? null });
  const { error } = await response.json().catch(() => ({}));
  if (response.status === 403 && typeof error === "string") throw new ApiError(403, error);
  const proofs = response.headers.get(PROOF_HEADER)?.split(", ");
  if (proofs === undefined) throw new UnprovenError(url);
  if (proofs.includes(await tokenProof(token, { text, host }))) return token;
  if (proofs.includes("none")) return undefined;
  throw new ExitError(
    EXIT.notAuthorised,
    `The service at ${url} has another token, so yours was not sent. Set ${variable}, or pass a file with --token-file. A proxy before it must keep the Host header.`,
  );
}

/** The error for a program at the address that does not know the token. */
class UnprovenError extends ExitError {
  constructor(url: string) {
    super(
      EXIT.unreachable,
      `The server at ${url} has not proved that it is your agent-harness, so nothing was sent to it. If it is an older version, restart it. Otherwise pass the right address with --url, or choose another port for both sides with AGENT_HARNESS_PORT.`,
    );
  }
}
