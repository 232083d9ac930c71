import { AGENT, type HarnessOptions, OPERATOR } from "../harness.ts";

/** Which tokens a service is configured with. */
export const MODES: Readonly<Record<string, Required<Pick<HarnessOptions, "operatorToken" | "agentToken">>>> =
  {
    "both tokens": { operatorToken: OPERATOR, agentToken: AGENT },
    "operator token only": { operatorToken: OPERATOR, agentToken: null },
    "agent token only": { operatorToken: null, agentToken: AGENT },
    "no token": { operatorToken: null, agentToken: null },
  };

/** What a request shows of who sends it. */
export type Credential = { query?: string; authorization?: readonly string[] };

/** Every way of showing a token, or none. */
export const CREDENTIALS: Readonly<Record<string, Credential>> = {
  "the operator's token": { authorization: [`Bearer ${OPERATOR}`] },
  "the agent's token": { authorization: [`Bearer ${AGENT}`] },
  "a wrong token": { authorization: ["Bearer someone-else"] },
  "a truncated token": { authorization: [`Bearer ${OPERATOR.slice(0, -1)}`] },
  "a token with a tail": { authorization: [`Bearer ${OPERATOR}x`] },
  "another scheme": { authorization: [`Basic ${btoa(`operator:${OPERATOR}`)}`] },
  "an empty bearer": { authorization: ["Bearer "] },
  "two values": { authorization: [`Bearer ${OPERATOR}`, `Bearer ${OPERATOR}`] },
  "the agent's and the operator's": { authorization: [`Bearer ${AGENT}`, `Bearer ${OPERATOR}`] },
  "a token in the query": { query: `token=${OPERATOR}&access_token=${OPERATOR}` },
  "no token": {},
};

type Caller = "operator" | "agent" | "nobody";

/** Who a credential makes the sender (interface, section 5; semantics, Tokens). */
function callerIn(mode: string, credential: string): Caller {
  if (mode === "no token") return "operator";
  if (credential === "no token" || credential === "a token in the query") {
    return mode === "agent token only" ? "operator" : "nobody";
  }
  if (credential === "the operator's token") return mode === "agent token only" ? "nobody" : "operator";
  if (credential === "the agent's token") return mode === "operator token only" ? "nobody" : "agent";
  return "nobody";
}

/** The codes of the dashboard's page and its files. */
const SHELL: ReadonlySet<string> = new Set(["P in local-public mode, else token", "same"]);

/** What a request is admitted or refused by: the mode of the service, what it shows, and what it asks for. */
export type Asked = { mode: string; credential: string; key: string; code: string };

/** The refusal that the interface states for a request; null when it is admitted. */
export function refusalOf({ mode, credential, key, code }: Asked): 401 | 403 | null {
  if (SHELL.has(code)) {
    // Without an operator token the shell is public; else the token is also taken from the query, of `/` alone.
    if (mode === "no token" || mode === "agent token only") return null;
    if (key === "GET /" && credential === "a token in the query") return null;
  }
  // No token opens a webhook, and nothing listens at the path that is asked for.
  if (code === "W") return 401;
  const caller = callerIn(mode, credential);
  if (code === "P" || caller === "operator") return null;
  if (caller === "nobody") return 401;
  return code === "O, AR" || code === "O, AS" ? null : 403;
}

/** The headers of a credential. */
export function headersOf({ authorization = [] }: Credential): Headers {
  const headers = new Headers();
  for (const value of authorization) headers.append("authorization", value);
  return headers;
}
