import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryDirectory } from "../temporary.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STYLES = join(HERE, "../../ui/approvals/approvals.css");
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Review</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/tokens.css"><link rel="stylesheet" href="/page/approvals.css"></head>
<body><script type="module" src="/page/review_host_page.js"></script></body></html>`;

/** The pages of the review in a bare frame on the service's own origin. */
export async function serveReviewHost(service: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = temporaryDirectory();
  await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--platform",
      "browser",
      "--code-splitting",
      "--outdir",
      directory,
      join(HERE, "review_host_page.tsx"),
    ],
  }).output();
  await Deno.copyFile(STYLES, join(directory, "approvals.css"));
  await Deno.copyFile(join(HERE, "review_host.css"), join(directory, "tokens.css"));
  const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/dashboard")) {
      return new Response(PAGE, {
        headers: { "content-type": "text/html", "content-security-policy": POLICY },
      });
    }
    if (pathname.startsWith("/page/")) {
      const file = await Deno.readFile(join(directory, pathname.slice("/page/".length)));
      return new Response(file, {
        headers: { "content-type": types[pathname.slice(pathname.lastIndexOf("."))]! },
      });
    }
    const type = request.headers.get("content-type");
    return await fetch(service + pathname + search, {
      method: request.method,
      headers: type ? { "content-type": type } : {},
      body: request.body,
      signal: request.signal,
    });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    stop: async () => {
      await server.shutdown();
      await Deno.remove(directory, { recursive: true });
    },
  };
}
