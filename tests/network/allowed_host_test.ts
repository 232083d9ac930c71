import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findAllowed,
  parseAllowedHost,
  parseTarget,
  showTarget,
} from "../../services/machine/network/allowed_host.ts";
import { parseRequest } from "../../services/machine/network/request.ts";
import { anyText } from "../kit/any_text.ts";

/** Whether a list of entries covers a target. */
const covers = (entries: readonly string[], target: string) => {
  const allowed = entries.map((entry) => parseAllowedHost(entry)!);
  return findAllowed(allowed, parseTarget(target)!)?.anyAddress ?? null;
};

Deno.test("a host on the list means exactly that host, on the ports of the web unless it names one", () => {
  for (const target of ["a.example:443", "a.example:80", "A.EXAMPLE.:443"]) {
    assert.equal(covers(["a.example"], target), false, target);
  }
  const others = [
    "b.a.example:443",
    "a.example:8080",
    "aa.example:443",
    "example:443",
    "a.example.evil.test:443",
  ];
  for (const target of others) assert.equal(covers(["a.example"], target), null, target);
  assert.equal(covers(["a.example:8443"], "a.example:8443"), true);
  assert.equal(covers(["a.example:8443"], "a.example:443"), null);
  assert.equal(covers(["a.example", "a.example:443"], "a.example:443"), true, "the exact one wins");
});

Deno.test("*.name covers what lies below it, never the name itself, another name's end, or an address", () => {
  assert.equal(covers(["*.a.example"], "x.a.example:443"), false);
  assert.equal(covers(["*.a.example"], "x.y.a.example:443"), false);
  for (const target of ["a.example:443", "xa.example:443", "127.0.0.1:443"]) {
    assert.equal(covers(["*.a.example", "*.0.0.1"].slice(0, 1), target), null, target);
  }
  assert.equal(parseAllowedHost("*.0.0.1:80"), null);
});

Deno.test("parseAllowedHost() takes names, wildcards and exact targets, and nothing that could mean something else", () => {
  const refused = [
    "",
    "*",
    "*.",
    "http://a.example",
    "a.example/x",
    "u@a.example",
    "a b",
    "127.0.0.1",
    "::1",
    "a:0",
  ];
  for (const text of [...refused, "a:99999", "a.*.example", "%61.example", "[::1]", "*.127.0.0.1:80"]) {
    assert.equal(parseAllowedHost(text), null, text);
  }
  assert.deepEqual(parseAllowedHost("[::1]:4873"), { host: "::1", port: 4873, anyAddress: true });
});

Deno.test("parseTarget() gives every spelling of an address one form, and reads again what it shows", () => {
  for (
    const spelling of ["127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "①②⑦.0.0.1", "127.0.0.1."]
  ) {
    assert.deepEqual(parseTarget(`${spelling}:80`), { host: "127.0.0.1", port: 80 }, spelling);
  }
  fc.assert(
    fc.property(
      fc.oneof(fc.domain(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6().map((at) => `[${at}]`)),
      (host) => {
        const target = parseTarget(`${host}:443`);
        if (target !== null) assert.deepEqual(parseTarget(showTarget(target)), target);
      },
    ),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(anyText({ maxLength: 40 }), (text) => void parseTarget(text)),
    { numRuns: 5_000 },
  );
});

Deno.test("parseRequest() never sends a head on that it did not understand, and never two requests", () => {
  const part = fc.oneof(
    fc.constantFrom(
      "GET",
      "CONNECT",
      " ",
      "\r\n",
      "\n",
      "\r",
      "http://a.example/",
      "a:1",
      "HTTP/1.1",
      ": ",
      "\0",
    ),
    anyText({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const request = parseRequest(parts.join(""));
      if (typeof request === "string" || request.kind === "tunnel") return;
      const lines = request.head.split("\r\n");
      assert.deepEqual(lines.slice(-2), ["", ""]);
      assert.doesNotMatch(lines.slice(0, -2).join(""), /[\r\n\0]/);
      assert.equal(lines.filter((line) => /^host:/i.test(line)).length, 1);
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("parseRequest() names the host that is connected to in Host, and keeps hop-by-hop headers to itself", () => {
  const head =
    "GET http://A.example:8080/x?y HTTP/1.1\r\nHost: evil.test\r\nProxy-Authorization: x\r\nAccept: */*";
  assert.deepEqual(parseRequest(head), {
    kind: "forward",
    target: { host: "a.example", port: 8080 },
    head: "GET /x?y HTTP/1.1\r\nHost: a.example:8080\r\nAccept: */*\r\nConnection: close\r\n\r\n",
  });
  for (
    const bad of [
      "GET / HTTP/1.1",
      "GET https://a.example/ HTTP/1.1",
      "GET http://u:p@a.example/ HTTP/1.1",
      "GET http://a.example/ HTTP/2",
      "CONNECT a.example HTTP/1.1",
      "CONNECT http://a.example:1 HTTP/1.1",
      "GET http://a.example/ HTTP/1.1\r\n folded: x",
      "GET http://a.example/ HTTP/1.1\r\nX : y",
    ]
  ) assert.equal(typeof parseRequest(bad), "string", bad);
});
