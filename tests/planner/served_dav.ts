import type { Received, Reply } from "../simulation/network.ts";
import type { DavServer } from "../simulation/domains/dav_server.ts";

/** What a test does with a request: it answers itself, or uses what `answer` returns. */
type Instead = (request: Received, answer: () => Reply) => Promise<Reply | undefined> | Reply | undefined;

/** A CalDAV server on a port of this machine. */
export type ServedDav = { url: string; host: string } & AsyncDisposable;

/** Serves a CalDAV server; `instead` may answer a request in its place. */
export function serveDav(server: DavServer, instead: Instead = () => undefined): ServedDav {
  const served = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { method } = request;
    const { pathname: path } = new URL(request.url);
    const received = {
      method,
      path,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    const answer = () => server.answer(received);
    const { status, body, headers } = await instead(received, answer) ?? answer();
    return new Response(status === 204 ? null : body, { status, ...(headers && { headers }) });
  });
  const host = `127.0.0.1:${served.addr.port}`;
  return { url: `http://${host}/`, host, [Symbol.asyncDispose]: () => served.shutdown() };
}
