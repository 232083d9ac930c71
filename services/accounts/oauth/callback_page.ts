import { nodeCrypto } from "../../../store/node_crypto.ts";
import type { CallbackOutcome } from "./receive.ts";

/** A page that is the same for everyone, with the policy for its style and script. */
type FixedPage = { html: string; status: number; policy: string };

const PAGES: Readonly<Record<CallbackOutcome, { status: number; title: string; text: string }>> = {
  connected: { status: 200, title: "Connected", text: "The account is connected. You can close this page." },
  reconnected: {
    status: 200,
    title: "Connected again",
    text: "The account works again. You can close this page.",
  },
  denied: {
    status: 200,
    title: "Not connected",
    text: "Access was denied at the server. Nothing was changed.",
  },
  expired: { status: 400, title: "Too late", text: "The authorization has expired. Start it again." },
  already_used: {
    status: 400,
    title: "Used before",
    text: "This response was already used. See the Connections page.",
  },
  unknown_state: {
    status: 400,
    title: "Not expected",
    text: "This response was not expected, or it belongs to another browser. Nothing was changed.",
  },
  wrong_issuer: {
    status: 400,
    title: "Wrong server",
    text: "The response came from a different server. Nothing was connected.",
  },
  disabled: {
    status: 400,
    title: "Disabled",
    text: "The connector was disabled meanwhile. Nothing was connected. Enable it, and start again.",
  },
  scope_refused: {
    status: 400,
    title: "Different access",
    text: "The server granted less or more than was requested. See the Connections page.",
  },
  other_account: {
    status: 400,
    title: "Another account",
    text: "You signed in as a different person. Nothing was changed. Start again, or connect a new account.",
  },
  exchange_failed: {
    status: 500,
    title: "Not connected",
    text: "The server granted no access. See the Connections page, and start again.",
  },
};

const STYLE =
  "body{font:16px system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1em;color-scheme:light dark}";

/** Removes the code from the address bar and the history. */
const SCRIPT = 'history.replaceState(null,"","/oauth/callback")';

const hashOf = (text: string): string =>
  `'sha256-${nodeCrypto().createHash("sha256").update(text).digest("base64")}'`;

/** Returns the page of an outcome. None of its content comes from the request. */
export function callbackPage(outcome: CallbackOutcome): FixedPage {
  const { status, title, text } = PAGES[outcome];
  const policy =
    `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'none'";
  const head =
    `<meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><script>${SCRIPT}</script>`;
  const body = `<h1>${title}</h1><p>${text}</p><p><a href="/dashboard/connections">Connections</a></p>`;
  return {
    html: `<!doctype html><html lang="en"><head>${head}</head><body><main>${body}</main></body></html>`,
    status,
    policy,
  };
}
