import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { davFetch } from "../../services/planning/calendars/dav_fetch.ts";
import { deliver } from "../../services/planning/planner_actions/mail/smtp.ts";
import { harness } from "../harness.ts";

Deno.test("a calendar's server that redirects to another origin is not followed there, and no header goes to it", async () => {
  const asked: string[] = [];
  const serve = (handler: (request: Request) => Response) =>
    Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  await using other = serve((request) => {
    asked.push(request.headers.get("authorization") ?? "without");
    return new Response("BEGIN:VCALENDAR");
  });
  await using own = serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/moved") return new Response("here");
    const to = pathname === "/same" ? "/moved" : `http://127.0.0.1:${other.addr.port}/a.ics`;
    return new Response(null, { status: 302, headers: { location: to } });
  });
  const host = `127.0.0.1:${own.addr.port}`;
  await using h = await harness();
  const ctx = contextFor(h.service, "system");
  const config = {
    id: "dav",
    kind: "caldav",
    url: `http://${host}/`,
    auth: "none",
    username: null,
    secretId: null,
    accountId: null,
    privateHost: host,
  } as never;
  const fetched = await davFetch(ctx, config, AbortSignal.timeout(30_000));
  assert.equal(await (await fetched(`http://${host}/same`)).text(), "here", "the control");
  for (const method of ["GET", "PROPFIND", "PUT"]) {
    await assert.rejects(fetched(`http://${host}/away`, { method }), /redirect|refused/);
  }
  assert.deepEqual(asked, []);
});

Deno.test("mail goes to no link-local address, whatever the settings or a name's address say", async () => {
  await using h = await harness();
  const settings = (host: string) =>
    h.json("POST", "/planner/settings", { smtp: { host, port: 587, from: "ann@example.org" } });
  for (const host of ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254"]) {
    const { status, body } = await settings(host);
    assert.deepEqual([status, /link-local or reserved/.test(body.error)], [400, true], host);
  }
  assert.equal((await settings("127.0.0.1")).status, 200, "the control");
  const delivery = await deliver({
    smtp: {
      host: "169.254.169.254",
      port: 9,
      security: "tls",
      username: null,
      secretId: null,
      from: "ann@example.org",
    },
    password: null,
    envelope: {
      from: "ann@example.org",
      to: ["bob@example.org"],
      subject: "A",
      content: "b",
      messageId: "<a@example.org>",
      messageSha256: "",
    },
    message: new Uint8Array(1),
    handOver: () => Promise.reject(new Error("nothing is handed over")),
    signal: AbortSignal.timeout(30_000),
  });
  assert.match(JSON.stringify(delivery), /^\{"kind":"refused".*nothing is sent there/);
});
