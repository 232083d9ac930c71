import { nodeCrypto } from "../store/node_crypto.ts";
import type { Caller } from "./access.ts";
import { htmlResponse } from "./respond.ts";
import { returningPage, signInPage } from "./sign_in_page.ts";

/** Who requests the dashboard's page or one of its files, and the cookie to set, if any. */
type ShellVisitor = { caller: Caller; cookie: string | null };

/** One year. Changing the token ends it earlier. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Signs a browser in to the shell and its files, which cannot send headers: once by the token in the query of `/`, then by
 * a cookie. The cookie opens nothing else and does not reveal the token.
 */
export function shellDoor({ identify, operatorToken, port }: {
  identify: (authorization: string | null) => Caller;
  operatorToken: string | null;
  port: () => number;
}) {
  let derived: string | null = null;
  const keyOf = (token: string) =>
    derived ??= nodeCrypto().createHmac("sha256", token).update("dashboard shell").digest("hex");
  // Cookies ignore ports, and two services on one machine must not sign each other out.
  const name = () => `agent_harness_shell_${port()}`;
  return {
    /** Returns who requests a part of the shell. In local-public mode everyone may load it. */
    enter(request: Request, path: string): ShellVisitor {
      if (operatorToken === null) return { caller: "operator", cookie: null };
      const key = keyOf(operatorToken);
      const authorization = request.headers.get("authorization");
      const token = path === "/" ? new URL(request.url).searchParams.get("token") : null;
      const bearer = authorization ?? (token === null ? null : `Bearer ${token}`);
      const caller = identify(bearer);
      if (caller !== "anonymous") {
        const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict`;
        return { caller, cookie: caller === "operator" && token ? `${name()}=${key}; ${attributes}` : null };
      }
      const shown = bearer === null ? cookieOf(request, name()) : null;
      return { caller: shown !== null && same(shown, key) ? "operator" : "anonymous", cookie: null };
    },

    /** Returns the page for a person without a cookie; null for a program, which gets the usual refusal. */
    signIn(request: Request): Response | null {
      const { headers } = request;
      if (!headers.get("accept")?.includes("text/html")) return null;
      // A link on another site does not send a strict cookie; the same request from this page does.
      const elsewhere = ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
      if (elsewhere) return htmlResponse(returningPage, 401);
      const { pathname, search, searchParams } = new URL(request.url);
      return htmlResponse(signInPage({ path: pathname + search, refused: searchParams.has("token") }), 401);
    },
  };
}

function cookieOf(request: Request, name: string): string | null {
  const pairs = (request.headers.get("cookie") ?? "").split(/; */).map((pair) => pair.split("=", 2));
  return pairs.find(([found]) => found === name)?.[1] ?? null;
}

function same(a: string, b: string): boolean {
  const { hash, timingSafeEqual } = nodeCrypto();
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
