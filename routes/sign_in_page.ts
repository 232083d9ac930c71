const STYLE =
  `body{font:15px/1.5 system-ui,sans-serif;margin:0;display:grid;min-height:100dvh;place-items:center;
color-scheme:light dark;background:light-dark(#f5f6f8,#111318);color:light-dark(#1b1f26,#e6e8ec)}
main{box-sizing:border-box;width:min(27rem,100vw);padding:2rem}h1{font-size:1.35rem;margin:0 0 .75rem}
form{display:grid;gap:.75rem;margin:1.25rem 0}label{font-weight:600}.field{display:grid;gap:.25rem}
input,button{font:inherit;padding:.5rem .7rem;border-radius:6px;border:1px solid light-dark(#6f7885,#8a93a1)}
input{background:light-dark(#fff,#191c22);color:inherit}a{color:light-dark(#1d4ed8,#9cbcff)}
button{background:light-dark(#1d4ed8,#9cbcff);color:light-dark(#fff,#0d1526);border-color:transparent;font-weight:600}
:focus-visible{outline:2px solid light-dark(#1d4ed8,#9cbcff);outline-offset:2px}
.hint{color:light-dark(#565e6b,#a4acb8);font-size:.9rem}code{font-family:ui-monospace,monospace;font-size:.9em}`;

/** Returns the page that asks for the token. It is sent to `/`, whose script stores it and opens the requested page. */
export function signInPage({ path, refused }: { path: string; refused: boolean }): string {
  const next = /^\/dashboard[/?]/.test(path) ? path : "/dashboard";
  return pageWith(`<h1>Open agent-harness</h1>
<p>${refused ? "That is not this service's operator token. " : ""}This service is protected by a token.
It is in the file <code>token</code> of the storage directory, unless the service was started with <code>AGENT_HARNESS_TOKEN</code>.
On this machine, <code>agent-harness open</code> passes it to the browser.</p>
<form action="/" method="get" autocomplete="off"><input type="hidden" name="next" value="${escape(next)}">
<div class="field"><label for="token">Operator token</label>
<input id="token" name="token" type="password" required autofocus autocomplete="current-password"></div>
<button type="submit">Open the dashboard</button></form>
<p class="hint">This browser remembers it until the token is changed. The agent's token does not open the dashboard.</p>`);
}

/** A page that reloads itself, now from this site. */
export const returningPage = pageWith(
  `<p>Opening …</p><p class="hint">If nothing happens, <a href="">open it again</a>.</p>`,
  `<meta http-equiv="refresh" content="0">`,
);

function pageWith(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">${head}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>agent-harness</title><style>${STYLE}</style><main>${body}</main></html>`;
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
