import type { AuthorizationServer, TokenEndpointResponse } from "oauth4webapi";
import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import { nodeCrypto } from "../../../store/node_crypto.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { isTelling } from "../../ground/kernel/redaction/encodings.ts";
import type { OauthLive } from "./live.ts";
import type { Protocol } from "./server.ts";
import { readSubject, type Subject } from "./subject.ts";

/** Tokens of a verified response, and who they belong to. The redactor knows them. */
export type Granted = {
  access: string;
  refresh: string | null;
  accessExpiresAt: string | null;
  refreshExpiresAt: string | null;
  grantedScopes: string[];
  subject: Subject;
};

/** How far the clock of a server may be ahead. */
const MAX_AHEAD_SECONDS = 5 * 60;

/** Scopes that Google answers by another name than the one it was asked by. */
const ASKED_AS: ReadonlyMap<string, string> = new Map([
  ["https://www.googleapis.com/auth/userinfo.email", "email"],
  ["https://www.googleapis.com/auth/userinfo.profile", "profile"],
]);

type Answered = {
  oauth: Protocol;
  server: AuthorizationServer;
  /** The same response object that was processed: the library recognizes its id_token by it. */
  answer: Response;
  tokens: TokenEndpointResponse;
  options: object;
  asked: readonly string[];
};

/**
 * Checks what the library leaves to its caller, the signature of the id_token and its hash of the access token, and
 * reads what was granted. Throws if any of it is wrong.
 */
export async function readGranted(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  { oauth, server, answer, tokens, options, asked }: Answered,
): Promise<Granted> {
  const { access_token: access, refresh_token: refresh = null } = tokens;
  for (const token of [access, refresh]) {
    if (token === null) continue;
    if (!isTelling(token)) throw new TypeError("the token is too short to be redacted from outputs");
    ctx.redactor.know(token, `a token of the connector "${app.displayName}"`);
  }
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (tokens.id_token !== undefined) {
    ctx.redactor.know(tokens.id_token, `an id_token of the connector "${app.displayName}"`);
    await oauth.validateApplicationLevelSignature(server, answer, options);
    // By this machine's clock, as the library compares the other times of a token.
    if (claims!.iat > Date.now() / 1000 + MAX_AHEAD_SECONDS) {
      throw new TypeError("the id_token was issued in the future");
    }
    requireHash(tokens.id_token, claims?.at_hash, access);
  }
  const at = (seconds: unknown): string | null =>
    typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0
      ? new Date(ctx.now().getTime() + Math.min(seconds, 100 * 366 * 86_400) * 1000).toISOString()
      : null;
  return {
    access,
    refresh,
    accessExpiresAt: at(tokens.expires_in),
    refreshExpiresAt: at(tokens.refresh_token_expires_in ?? tokens.refresh_expires_in),
    grantedScopes: tokens.scope === undefined ? [...asked] : scopesIn(tokens.scope, asked),
    subject: await readSubject(ctx, app, { oauth, server, options, access, claims: claims ?? null }),
  };
}

/** Each scope by the name that it was asked by. */
function scopesIn(answered: string, asked: readonly string[]): string[] {
  const named = (scope: string): string => {
    const other = ASKED_AS.get(scope);
    return other !== undefined && asked.includes(other) && !asked.includes(scope) ? other : scope;
  };
  return [...new Set(answered.split(/[ ,]+/).filter((scope) => scope !== "").map(named))];
}

/** The id_token must have been issued for this access token (OpenID Connect Core, section 3.1.3.6). */
function requireHash(idToken: string, claimed: unknown, access: string): void {
  if (claimed === undefined) return;
  const header = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(idToken.split(".")[0]!, { alphabet: "base64url" })),
  );
  const bits = /^Ed/.test(header.alg) ? "512" : String(header.alg).slice(2);
  const digest = nodeCrypto().createHash(`sha${bits}`).update(access).digest();
  const expected = digest.subarray(0, digest.length / 2).toString("base64url");
  if (claimed !== expected) throw new TypeError("the id_token was made for another access token");
}
