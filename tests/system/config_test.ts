import assert from "node:assert/strict";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../../services/ground/kernel/config.ts";
import { reachSentence } from "../../services/ground/kernel/access_mode.ts";
import { temporaryDirectory } from "../temporary.ts";

const CODE = new URL("../..", import.meta.url).pathname;

/** Reads a configuration of these variables, on a directory that is fine unless they name another. */
function read(
  variables: Record<string, string>,
  code: string | null = CODE,
): { config: Config; left: string[] } {
  const directory = temporaryDirectory();
  const all: Record<string, string> = { AGENT_HARNESS_STORAGE_DIR: directory, ...variables };
  try {
    const config = readConfig((name) => all[name], code);
    return { config, left: [...Deno.readDirSync(directory)].map(({ name }) => name) };
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** The sentence of a refusal. */
function refusal(variables: Record<string, string>): string {
  let sentence = "";
  assert.throws(() => read(variables), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    sentence = error.message;
    return true;
  });
  assert.match(sentence, /^AGENT_HARNESS_[^\n]*\.$/);
  return sentence;
}

Deno.test("readConfig: defaults are those of the interface, and reading them creates nothing", () => {
  const { config, left } = read({});
  assert.deepEqual(left, []);
  const { storageDirectory: _, backups: _1, workers, ...rest } = config;
  assert.deepEqual(rest, {
    host: "127.0.0.1",
    port: 4317,
    operatorToken: null,
    agentToken: null,
    masterKey: null,
    parkAfterMilliseconds: 300_000,
    combinedVerifications: 20,
    transcription: { command: null, unconfined: false, maxSeconds: null },
    workerDoor: null,
    traces: null,
    queue: null,
    maintenanceIntervalMilliseconds: 900_000,
    validateContracts: true,
    allowedOrigins: [],
    maxConnections: 8_192,
  });
  assert.ok(workers >= 1 && workers <= 4);
  assert.equal(read({}, null).config.validateContracts, false);
  assert.equal(read({ AGENT_HARNESS_VALIDATE_CONTRACTS: "1" }, null).config.validateContracts, true);
  assert.equal(read({ AGENT_HARNESS_VALIDATE_CONTRACTS: "0" }).config.validateContracts, false);
});

const BAD: Readonly<Record<string, { values: readonly string[]; allowed: RegExp }>> = {
  AGENT_HARNESS_PORT: {
    values: ["-1", "65536", "http", "43 17", "4317.5", "0x10", "1e3"],
    allowed: /0 to 65535/,
  },
  AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: {
    values: ["-1", "15m", "1.5", "9".repeat(12), "NaN"],
    allowed: /0 to 2147483647/,
  },
  AGENT_HARNESS_VALIDATE_CONTRACTS: {
    values: ["yes", "true", "2", "on", "01"],
    allowed: /1 \(on\) or 0 \(off\)/,
  },
  AGENT_HARNESS_WORKERS: { values: ["-1", "65", "many", "1.5"], allowed: /0 to 64/ },
  AGENT_HARNESS_MAX_CONNECTIONS: { values: ["0", "15", "1000001", "many"], allowed: /16 to 1000000/ },
  AGENT_HARNESS_ALLOWED_ORIGINS: {
    values: [
      "harness.example",
      "*",
      "null",
      "https://harness.example/path",
      "https://user@harness.example",
      "ftp://harness.example",
      "https://a.example, b",
      "file:///",
      "https://harness.example?x",
    ],
    allowed: /https:\/\/harness\.example/,
  },
  AGENT_HARNESS_STORAGE_DIR: {
    values: ["/no/such/directory", "/etc/hostname", "relative-and-missing", CODE, join(CODE, "tests")],
    allowed: /./,
  },
  AGENT_HARNESS_HOST: {
    values: [
      "0.0.0.0",
      "192.168.1.5",
      "::",
      "harness.example",
      "127.0.0.1.nip.io",
      "1270.0.0.1",
      "LOCALHOST.evil",
    ],
    allowed: /AGENT_HARNESS_TOKEN|127\.0\.0\.1/,
  },
};

for (const [name, { values, allowed }] of Object.entries(BAD)) {
  Deno.test(`readConfig: ${name} that does not parse is refused, naming variable, value and what is allowed`, () => {
    for (const value of values) {
      const sentence = refusal({ [name]: value });
      assert.ok(sentence.includes(name), sentence);
      assert.ok(sentence.includes(value.split(", ").at(-1)!), sentence);
      assert.match(sentence, allowed);
    }
  });
}

Deno.test("readConfig: a host that is not a host is refused, with a token as well", () => {
  for (const host of ["not a host", "127.999.1.1", "http://127.0.0.1", "127.0.0.1:4317", "[::1"]) {
    assert.ok(refusal({ AGENT_HARNESS_HOST: host, AGENT_HARNESS_TOKEN: "t" }).includes(host), host);
  }
});

Deno.test("readConfig: beyond loopback a token is needed, and suffices", () => {
  assert.match(
    refusal({ AGENT_HARNESS_HOST: "0.0.0.0", AGENT_HARNESS_AGENT_TOKEN: "a" }),
    /AGENT_HARNESS_TOKEN/,
  );
  const long = "operator-token-of-32-characters.";
  assert.equal(read({ AGENT_HARNESS_HOST: "0.0.0.0", AGENT_HARNESS_TOKEN: long }).config.host, "0.0.0.0");
  for (const token of ["t", "12345", "fifteen-letters"]) {
    const operator = refusal({ AGENT_HARNESS_HOST: "0.0.0.0", AGENT_HARNESS_TOKEN: token });
    assert.match(operator, /^AGENT_HARNESS_TOKEN has \d+ characters?, .*at least 16/);
    if (token.length > 5) assert.ok(!operator.includes(token));
    const agent = { AGENT_HARNESS_TOKEN: long, AGENT_HARNESS_AGENT_TOKEN: token };
    assert.match(refusal({ AGENT_HARNESS_HOST: "0.0.0.0", ...agent }), /^AGENT_HARNESS_AGENT_TOKEN has/);
    assert.equal(
      read({ AGENT_HARNESS_TOKEN: token }).config.operatorToken,
      token,
      "on loopback it is one's own matter",
    );
  }
  for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) {
    assert.equal(read({ AGENT_HARNESS_HOST: host }).config.host, host);
  }
});

Deno.test("readConfig: tokens are what a header can carry, differ, and are never in a sentence", () => {
  for (const name of ["AGENT_HARNESS_TOKEN", "AGENT_HARNESS_AGENT_TOKEN"]) {
    for (const value of ["two words", "tab\t", "ümlaut", "line\nbreak"]) {
      const sentence = refusal({ [name]: value });
      assert.ok(sentence.startsWith(name) && !sentence.includes(value), sentence);
    }
  }
  const same = refusal({ AGENT_HARNESS_TOKEN: "hush", AGENT_HARNESS_AGENT_TOKEN: "hush" });
  assert.ok(!same.includes("hush"));
});

Deno.test("readConfig: a storage directory that is not writable, or missing, is refused and not made", () => {
  const parent = temporaryDirectory();
  const missing = join(parent, "missing");
  assert.match(refusal({ AGENT_HARNESS_STORAGE_DIR: missing }), /does not exist/);
  const file = new URL(import.meta.url).pathname;
  assert.match(
    refusal({ AGENT_HARNESS_STORAGE_DIR: file }),
    /config_test\.ts", which is a file\. Name a directory/,
  );
  assert.match(refusal({ AGENT_HARNESS_STORAGE_DIR: "" }), /not set, and no storage directory is remembered/);
  assert.deepEqual([...Deno.readDirSync(parent)], []);
  const link = join(parent, "link");
  Deno.symlinkSync(CODE, link);
  assert.match(refusal({ AGENT_HARNESS_STORAGE_DIR: link }), /inside/);
  Deno.removeSync(parent, { recursive: true });
});

Deno.test("the start says how a service that listens on all addresses is reached from other machines", () => {
  const at = (host: string, allowedOrigins: string[] = []) => reachSentence({ host, allowedOrigins }, 4317);
  for (const host of ["0.0.0.0", "::", "[::]"]) {
    assert.match(at(host)!, /AGENT_HARNESS_ALLOWED_ORIGINS.*http:\/\/192\.0\.2\.7:4317/);
    assert.equal(at(host, ["http://192.0.2.7:4317"]), null);
  }
  for (const host of ["127.0.0.1", "::1", "harness.example"]) assert.equal(at(host), null);
});

Deno.test("readConfig: a database of tickets needs an address for worker machines, and TLS beyond loopback; its password is not repeated", () => {
  const door = { AGENT_HARNESS_WORKER_LISTEN: "127.0.0.1:4318" };
  const remote = "postgres://control:s3cr3t@db.example/tickets";
  for (
    const value of [
      "db.example",
      "mysql://control@db.example/tickets",
      "postgres://db.example/tickets",
      "postgres://control@db.example",
    ]
  ) {
    assert.match(refusal({ ...door, AGENT_HARNESS_QUEUE: value }), /AGENT_HARNESS_QUEUE is not the address/);
  }
  assert.match(refusal({ AGENT_HARNESS_QUEUE: remote }), /no effect without AGENT_HARNESS_WORKER_LISTEN/);
  for (const mode of ["", "?sslmode=require", "?sslmode=disable"]) {
    const sentence = refusal({ ...door, AGENT_HARNESS_QUEUE: remote + mode });
    assert.match(sentence, /sslmode=verify-full/);
    assert.ok(!sentence.includes("s3cr3t"));
  }
  for (const value of [`${remote}?sslmode=verify-full`, "postgres://control:s3cr3t@127.0.0.1:5433/tickets"]) {
    assert.equal(read({ ...door, AGENT_HARNESS_QUEUE: value }).config.queue, value);
  }
});
