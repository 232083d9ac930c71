type Json = Record<string, unknown>;

const STYLE =
  `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
summary{cursor:pointer;padding:.3rem 0}code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:1rem;
border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:6px}
.method{display:inline-block;min-width:4.5rem;font-weight:700}.access{opacity:.7}`;

/** Returns the OpenAPI document as one page that needs neither scripts nor network. */
export function docsPage(document: Json): string {
  const paths = document.paths as Record<string, Record<string, Json>>;
  const schemas = (document.components as { schemas: Json }).schemas;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method.toUpperCase(), path, operation))
  );
  const named = Object.entries(schemas).map(([name, schema]) =>
    `<details id="${escape(name)}"><summary><code>${escape(name)}</code></summary>${json(schema)}</details>`
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>agent-harness API</title><style>${STYLE}</style><h1>agent-harness API</h1>
<p>The same as <a href="/openapi.json">/openapi.json</a>, to read. Open an operation to see what it takes and gives.</p>
<h2>Operations</h2>${operations.join("\n")}<h2>Schemas</h2>${named.join("\n")}</html>`;
}

function section(method: string, path: string, operation: Json): string {
  const { summary, "x-access": access, parameters, requestBody, responses } = operation;
  return `<details><summary><span class="method">${method}</span> <code>${escape(path)}</code> ${
    escape(String(summary))
  } <span class="access">(${escape(String(access))})</span></summary>${
    json({ parameters, ...(requestBody ? { requestBody } : {}), responses })
  }</details>`;
}

/** Returns JSON with references as links to the schemas below. */
const json = (value: unknown): string =>
  `<pre>${
    escape(JSON.stringify(value, null, 2)).replaceAll(
      /#\/components\/schemas\/(\w+)/g,
      (whole, name) => `<a href="#${name}">${whole}</a>`,
    )
  }</pre>`;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
