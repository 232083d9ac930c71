import type { AuthorizationServer, IDToken } from "oauth4webapi";
import type { OauthAppDocument } from "../../../store/oauth/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { OauthLive } from "./live.ts";
import type { Protocol } from "./server.ts";

/** The owner of an account at its server. */
export type Subject = { fingerprint: string | null; label: string; emailMasked: string | null };

type Asked = {
  oauth: Protocol;
  server: AuthorizationServer;
  options: object;
  access: string;
  claims: IDToken | null;
};

const MAX_LABEL = 60;

/**
 * Returns who the tokens belong to: by the id_token and by the server's userinfo page, if available. Userinfo about a
 * different person than the id_token is rejected; if it cannot be read, the account has no name.
 */
export async function readSubject(
  ctx: Ctx<OauthLive>,
  app: OauthAppDocument,
  asked: Asked,
): Promise<Subject> {
  const { claims } = asked;
  const user = app.endpoints.userinfo === null ? null : await userOf(app.endpoints.userinfo, asked);
  const told = user && (claims === null || user.sub === claims.sub) ? { ...claims, ...user } : { ...claims };
  const sub = claims?.sub ?? told.sub ?? told.id;
  const key = ctx.vault.keyToWrite();
  const known = typeof sub === "string" || typeof sub === "number";
  const email = typeof told.email === "string" ? mask(told.email) : null;
  const name = [told.name, told.preferred_username, told.login].find((each) =>
    typeof each === "string" && each !== ""
  );
  return {
    fingerprint: known ? ctx.vault.fingerprint(key, `${app.issuer ?? app.endpoints.token}\n${sub}`) : null,
    label: typeof name === "string" ? name.slice(0, MAX_LABEL) : email ?? `an account of ${app.displayName}`,
    emailMasked: email,
  };
}

async function userOf(
  address: string,
  { oauth, options, access }: Asked,
): Promise<Record<string, unknown> | null> {
  try {
    const headers = new Headers({ accept: "application/json" });
    const answer = await oauth.protectedResourceRequest(
      access,
      "GET",
      new URL(address),
      headers,
      null,
      options,
    );
    const body = answer.ok ? await answer.json() : null;
    return typeof body === "object" && body !== null && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}

/** Returns `ada@example.org` as `a…@example.org`. */
const mask = (email: string): string => email.slice(0, 200).replace(/^(.)[^@]*@/, "$1…@");
