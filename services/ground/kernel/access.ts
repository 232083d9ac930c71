import type { Actor } from "../../../store/event.ts";

/** How requests of one kind are admitted. */
type AccessRules = {
  /** The name of such an operation in the agent's contract. */
  classification: "agent-readable" | "agent-steering" | "human-only" | "operator-only" | "public" | "webhook";
  /** Whether a token is required. An `ignored` one is not checked: it is meant for something else. */
  token: "needed" | "optional" | "ignored";
  /** Why the agent's token is refused, for the error message; null if it is not. */
  agentRefusal: string | null;
  /** True if other accounts of this machine need no token either. */
  strangers: boolean;
  /** True if `Host` and `Origin` must be the service's own, so that no other site's page can send it. */
  ownSite: boolean;
  /** `raw` gives the handler the bytes as received, up to the endpoint's limit, because a signature covers all of them. */
  body: "json" | "raw";
  /** Who is recorded as the caller; null if the token says who it was. */
  actor: Actor | null;
  /** True if a browser, which cannot send headers for a page, may use a cookie instead of the token. */
  cookie: boolean;
};

const OPERATOR = {
  classification: "operator-only",
  token: "needed",
  agentRefusal: "it is the operator's",
  strangers: false,
  ownSite: true,
  body: "json",
  actor: null,
  cookie: false,
} as const satisfies AccessRules;

const AGENT = { ...OPERATOR, agentRefusal: null } as const;
const DASHBOARD = { ...OPERATOR, agentRefusal: "it belongs to the dashboard" } as const;
const ANYBODY = { ...AGENT, token: "optional", strangers: true } as const;

/**
 * Who may call an operation, by the interface's access codes P, O, AR, AS, H, I and W. `shell` is the dashboard's own
 * page and files: public in local-public mode, else for the operator's token or the cookie that it was exchanged for.
 * The handler checks the secret of a `webhook`. A further kind is one entry here.
 */
const ACCESS = {
  "public": { ...ANYBODY, classification: "public" },
  "operator": OPERATOR,
  "agent-read": { ...AGENT, classification: "agent-readable" },
  "agent-steer": { ...AGENT, classification: "agent-steering" },
  "human": { ...OPERATOR, classification: "human-only", agentRefusal: "only a human may decide it" },
  "internal": DASHBOARD,
  "shell": { ...DASHBOARD, strangers: true, cookie: true },
  "webhook": {
    ...ANYBODY,
    classification: "webhook",
    token: "ignored",
    ownSite: false,
    body: "raw",
    actor: "webhook",
  },
} as const satisfies Record<string, AccessRules>;

/** A kind of operation by who may call it. */
export type Access = keyof typeof ACCESS;

/** The kinds whose handlers get the body's bytes. */
export type RawAccess = {
  [Kind in Access]: (typeof ACCESS)[Kind]["body"] extends "raw" ? Kind : never;
}[Access];

/** Returns the rules of a kind. */
export const rulesOf = (access: Access): AccessRules => ACCESS[access];
