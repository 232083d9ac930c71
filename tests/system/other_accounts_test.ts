import assert from "node:assert/strict";
import { join } from "node:path";
import { inPasswd } from "../../services/ground/kernel/other_accounts.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

const PASSWD = `root:x:0:0:root:/:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
postgres:x:104:104::/var/lib/postgresql:/bin/bash
me:x:1000:1000:Me:/people/me:/bin/bash
ann:x:1001:1001:Ann:/people/ann:/bin/zsh
closed:x:1002:1002::/people/closed:/usr/sbin/nologin
robot:x:1003:1003::/people/robot:/bin/false
far:x:90000:90000::/people/far:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
broken line
`;

Deno.test("inPasswd names the accounts of other people, and neither this user nor those of programs", () => {
  const directory = temporaryDirectory();
  const files = { passwd: join(directory, "passwd"), loginDefinitions: join(directory, "login.defs") };
  assert.deepEqual(inPasswd(1000, files), []);
  Deno.writeTextFileSync(files.passwd, PASSWD);
  assert.deepEqual(inPasswd(1000, files), ["ann"]);
  assert.deepEqual(inPasswd(0, files), ["me", "ann"]);
  Deno.writeTextFileSync(files.loginDefinitions, "# UID_MIN 5\nUID_MIN\t\t 1001\nUID_MAX 100000\n");
  assert.deepEqual(inPasswd(0, files), ["ann", "far"]);
  Deno.removeSync(directory, { recursive: true });
});

const command = { name: "x", kind: "token", storageClass: "command", reference: "id" };
const NO_TOKEN = { operatorToken: null, agentToken: null };

Deno.test("where others have accounts and owners cannot be told, a secret's command is 401 without a token: set and rotated; the control is 201", async () => {
  await using alone = await harness({ ...NO_TOKEN, otherAccounts: [], canTellOwners: false });
  assert.equal((await alone.json("POST", "/secrets", command, null)).status, 201);
  await using shared = await harness({ ...NO_TOKEN, otherAccounts: ["ann"], canTellOwners: false });
  const value = { name: "x", kind: "token", value: "a-value-of-some-length-0123" };
  const { id } = (await shared.json("POST", "/secrets", value, null)).body;
  const before = shared.store.head;
  for (const body of [{ ...command, name: "y" }, { ...command, id }]) {
    assert.equal((await shared.json("POST", "/secrets", body, null)).status, 401);
  }
  const refused = await shared.json("POST", "/secrets", { ...command, id }, null);
  assert.match(refused.body.error, /needs a token, because .* other people's accounts.* init --token/);
  assert.equal(shared.store.head, before);
  await using guarded = await harness({ otherAccounts: ["ann"], canTellOwners: false });
  assert.equal((await guarded.json("POST", "/secrets", command)).status, 201);
  await using told = await harness({ ...NO_TOKEN, otherAccounts: ["ann"], canTellOwners: true });
  assert.equal((await told.json("POST", "/secrets", command, null)).status, 201);
});

Deno.test("GET /control-plane/status says who can do what, in one sentence for each mode", async () => {
  const sentence = async (options: Parameters<typeof harness>[0]) => {
    await using h = await harness(options);
    const client = options?.operatorToken === null ? h.anonymous : h.operator;
    const { authDetail } = await client("GET /control-plane/status");
    assert.match(authDetail, /^[A-Z][^.]*\.$/);
    return authDetail;
  };
  assert.match(await sentence({ otherAccounts: ["ann"] }), /needs a token/);
  assert.match(
    await sentence({ ...NO_TOKEN, otherAccounts: [], canTellOwners: true }),
    /of this user and of root is the operator.*other accounts.*may not use it.*init --token/,
  );
  assert.match(
    await sentence({ ...NO_TOKEN, otherAccounts: [], canTellOwners: false }),
    /every program of this machine is the operator/,
  );
  assert.match(
    await sentence({ ...NO_TOKEN, otherAccounts: ["ann", "bob"], canTellOwners: false }),
    /2 other accounts.*init --token/,
  );
  assert.match(await sentence({ operatorToken: null }), /^Agents with their token/);
});
