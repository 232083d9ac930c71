import assert from "node:assert/strict";
import fc from "fast-check";
import { ownerIn, ownerSearch, socketsIn } from "../../routes/peer_owner.ts";
import { strangerCheck } from "../../routes/strangers.ts";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { CAN_TELL_OWNERS } from "../../services/ground/kernel/access_mode.ts";
import type { Config } from "../../services/ground/kernel/config.ts";
import { AGENT, OPERATOR } from "../tokens.ts";
import { listening } from "./listening.ts";

/** Somebody who is neither the service's user nor root. */
const NOBODY = 65534;

const curl = findProgram("curl", Deno.env.get("PATH") ?? "");
const canBeAnother = CAN_TELL_OWNERS && Deno.uid() === 0 && curl !== null;
const name = (sentence: string) =>
  canBeAnother
    ? sentence
    : `${sentence} (skipped: needs Linux, root and curl, to send requests as another user)`;

const OWN_TOKENS = { AGENT_HARNESS_TOKEN: "" };
const command = { name: "x", kind: "token", storageClass: "command", reference: "id" };

/** A request as a user of the machine sends it: its status and answer. */
async function sendAs(
  uid: number,
  url: string,
  path: string,
  options: { body?: unknown; token?: string } = {},
) {
  const { body, token } = options;
  const { code, stdout } = await new Deno.Command(curl!, {
    args: [
      ...["--silent", "--write-out", "\n%{http_code}", url + path],
      ...(token ? ["--header", `authorization: Bearer ${token}`] : []),
      ...(body ? ["--header", "content-type: application/json", "--data", JSON.stringify(body)] : []),
    ],
    cwd: "/",
    uid,
    stdin: "null",
    stderr: "null",
  }).output();
  assert.equal(code, 0);
  const [, text = "", status] = /^([\s\S]*)\n(\d+)$/.exec(new TextDecoder().decode(stdout)) ?? [];
  return { status: Number(status), text };
}

Deno.test({
  name: name("without a token: another account is refused but on what is open to all; the control gets in"),
  ignore: !canBeAnother,
  fn: async () => {
    // No person has another account here: programs have (nobody, www-data).
    await using shared = await listening(OWN_TOKENS, { otherAccounts: [] });
    await using untold = await listening(OWN_TOKENS, { otherAccounts: [], canTellOwners: false });
    assert.equal((await sendAs(NOBODY, untold.url, "/runs")).status, 200); // the control
    assert.equal((await sendAs(NOBODY, untold.url, "/secrets", { body: command })).status, 201);
    const before = shared.service.store.head;
    for (const [path, body] of [["/runs"], ["/secrets", command], ["/openapi.json"]] as const) {
      const { status, text } = await sendAs(NOBODY, shared.url, path, { body });
      assert.equal(status, 401, `${path}: ${text}`);
      assert.match(JSON.parse(text).error, /init --token/);
    }
    assert.equal(shared.service.store.head, before);
    assert.equal((await sendAs(NOBODY, shared.url, "/health")).status, 200);
    assert.equal((await sendAs(NOBODY, shared.url, "/")).status, 200);
    assert.equal((await sendAs(0, shared.url, "/runs")).status, 200);
    assert.equal((await fetch(`${shared.url}/runs`).then((answer) => answer.json())).length, 0);
  },
});

Deno.test({
  name: name("with an agent token alone: another account with it is the agent, and without it nobody"),
  ignore: !canBeAnother,
  fn: async () => {
    await using shared = await listening({ ...OWN_TOKENS, AGENT_HARNESS_AGENT_TOKEN: AGENT });
    assert.equal((await sendAs(NOBODY, shared.url, "/runs", { token: AGENT })).status, 200);
    assert.equal((await sendAs(NOBODY, shared.url, "/runs")).status, 401);
  },
});

Deno.test({
  name: name("with the operator's token: whoever sends it is the operator"),
  ignore: !canBeAnother,
  fn: async () => {
    await using service = await listening();
    assert.equal((await sendAs(NOBODY, service.url, "/runs", { token: OPERATOR })).status, 200);
    assert.equal((await sendAs(NOBODY, service.url, "/runs")).status, 401);
  },
});

Deno.test("a connection is looked up once, whoever it belongs to; one that was not seen is refused and looked up again", async () => {
  const own = Deno.uid() ?? 0;
  const config = { operatorToken: null } as Config;
  for (
    const [owners, refused] of [
      [[own], [false, false]],
      [[0], [false, false]],
      [[own + 1], [true, true]],
      [[null, own], [true, false]],
    ] as const
  ) {
    const left: (number | null)[] = [...owners];
    const check = strangerCheck({ config, canTellOwners: true }, () => {
      assert.ok(left.length > 0, "looked up again");
      return Promise.resolve(left.shift()!);
    });
    const at = (port: number) => ({ hostname: "127.0.0.1", port, transport: "tcp" as const });
    const ends = { peer: at(1), own: at(2) };
    const asked = [await check("operator", ends), await check("operator", ends)];
    assert.deepEqual(asked, refused);
    assert.equal(check("public", ends), null);
    assert.equal(left.length, 0);
  }
});

const CLOSED = ":0000 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 0 1";

const rowOf = (local: string, remote: string, uid: number, inode: number) =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${uid}        0 ${inode} 1 0 20 4 30 10 -1`;

const portOf = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

Deno.test("ownerIn finds the other end by both addresses, among others, in IPv4 and IPv6, and no owner of a closed one", () => {
  const port = fc.integer({ min: 1, max: 65535 });
  fc.assert(fc.property(port, port, fc.nat(70_000), fc.nat(5), (from, to, uid, inode) => {
    fc.pre(from !== to);
    const own = { hostname: "127.0.0.1", port: to, transport: "tcp" as const };
    const peer = { hostname: "127.0.0.1", port: from, transport: "tcp" as const };
    const [local, remote] = [`0100007F:${portOf(from)}`, `0100007F:${portOf(to)}`];
    const mapped = (address: string) => `0000000000000000FFFF0000${address}`;
    const noise = [rowOf(remote, local, 4242, 9), rowOf(local, `0200007F:${portOf(to)}`, 4242, 9), CLOSED];
    const expected = inode === 0 ? null : uid;
    for (const row of [rowOf(local, remote, uid, inode), rowOf(mapped(local), mapped(remote), uid, inode)]) {
      const table = ["header", ...noise, row, ""].join("\n");
      assert.equal(ownerIn(socketsIn([table]), { peer, own }), expected);
    }
    assert.equal(ownerIn(socketsIn([["header", ...noise].join("\n")]), { peer, own }), undefined);
    const six = `00000000000000000000000001000000:`;
    const table = ["header", rowOf(six + portOf(from), six + portOf(to), uid, inode)].join("\n");
    const ends = { peer: { ...peer, hostname: "::1" }, own: { ...own, hostname: "::1" } };
    assert.equal(ownerIn(socketsIn([table]), ends), expected);
  }));
});

Deno.test({
  name: "ownerSearch: an open connection has this user, one that was closed at its other end has none",
  ignore: !CAN_TELL_OWNERS,
  fn: async () => {
    const ownerOfPeer = ownerSearch();
    for (const hostname of ["127.0.0.1", "::1"]) {
      const listener = listen(hostname);
      if (!listener) continue; // a machine without IPv6
      using _ = listener;
      const client = await Deno.connect({ hostname, port: listener.addr.port });
      using accepted = await listener.accept();
      const ends = { peer: accepted.remoteAddr, own: accepted.localAddr };
      assert.equal(await ownerOfPeer(ends), Deno.uid());
      client.close();
      await accepted.read(new Uint8Array(1));
      // The kernel sends the end of a connection a moment before its socket loses its owner.
      let owner = await ownerOfPeer(ends);
      for (let tries = 0; owner !== null && tries < 1000; tries++) owner = await ownerOfPeer(ends);
      assert.equal(owner, null);
    }
  },
});

Deno.test("connections that ask at the same time share a reading, and one that asks during a reading waits for the next", async () => {
  const at = (port: number) => ({ hostname: "127.0.0.1", port, transport: "tcp" as const });
  const rows = ["header"];
  const connect = (port: number) => {
    rows.push(rowOf(`0100007F:${portOf(port)}`, `0100007F:${portOf(9)}`, port, 1));
    return { peer: at(port), own: at(9) };
  };
  const ports = Array.from({ length: 300 }, (_, index) => 1000 + index);
  const late: Promise<number | null>[] = [];
  let readings = 0;
  const ownerOf = ownerSearch(async (path) => {
    if (String(path) !== "/proc/net/tcp") return "";
    const table = rows.join("\n");
    if (++readings === 1) late.push(...ports.slice(150).map((port) => ownerOf(connect(port))));
    return await Promise.resolve(table); // as it was when the reading began
  });
  const early = await Promise.all(ports.slice(0, 150).map(connect).map(ownerOf));
  assert.deepEqual([...early, ...await Promise.all(late)], ports);
  assert.equal(readings, 2);
});

function listen(hostname: string): Deno.TcpListener | null {
  try {
    return Deno.listen({ hostname, port: 0 });
  } catch {
    return null;
  }
}
