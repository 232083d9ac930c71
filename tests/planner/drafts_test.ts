import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { isAddress } from "../../services/planning/planner_settings/mail_address.ts";
import { draftInvitation, mailSettings } from "./draft_world.ts";
import { type Mail, MailServer } from "./mail_server.ts";

Deno.test("a mail is a draft, then a separate decision, then sent once to exactly its people", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256, planned } = await draftInvitation(h, [{ email: "bob@work.example", name: "Bob" }, {
    email: "eve@work.example",
  }]);
  assert.deepEqual(planned.plan.notifies.map(({ email, method }) => [email, method]), [
    ["bob@work.example", "REQUEST"],
    ["eve@work.example", "REQUEST"],
  ]);
  const [shown] = await h.operator("GET /planner/artifacts", { query: { type: "draft" } });
  assert.deepEqual([shown!.id, shown!.title, shown!.draft!.status], [draftId, "Invitation: Lunch", "draft"]);
  const send = (body: object) => h.json("POST", "/planner/calendar-actions/drafts/send", body);
  const drafts = [{ draftId, sha256 }];
  assert.equal((await send({ drafts: [{ draftId, sha256: "0".repeat(64) }] })).status, 400);
  const asked = await send({ drafts });
  assert.deepEqual([asked.status, asked.body.results[0].status], [200, "needs_review"]);
  assert.equal((await send({ drafts, decision: { actorType: "human" } })).status, 400);
  assert.deepEqual(server.mails, []);
  server.unknown = ["eve@work.example"];
  const sent = await send({ drafts, decision: REVIEWED });
  const { status, accepted, rejected } = sent.body.results[0];
  assert.deepEqual([status, accepted, rejected], ["sent", ["bob@work.example"], ["eve@work.example"]]);
  assert.equal((await send({ drafts, decision: REVIEWED })).body.results[0].status, "already_sent");
  assert.equal(server.mails.length, 1);
  const [mail] = server.mails as Mail[];
  assert.deepEqual([mail!.from, mail!.to], ["ann@home.example", ["bob@work.example"]]);
  assert.match(mail!.text, new RegExp(`Message-ID: <${draftId}@home\\.example>`));
  assert.match(mail!.text, /text\/calendar; charset=utf-8; method=REQUEST/);
  const remove = (draftIds: string[]) =>
    h.json("POST", "/planner/calendar-actions/drafts/delete", { draftIds });
  assert.equal((await remove([draftId])).status, 400, "what was sent is not deleted");
  const other = (await draftInvitation(h)).draftId;
  for (let twice = 0; twice < 2; twice++) {
    const { status, body } = await remove([other, "pld_none"]);
    assert.deepEqual([status, body], [200, { deleted: [other], notFound: ["pld_none"] }]);
  }
  const events = h.store.database.all<{ data: string }>(
    "select data from events where type like 'planner.draft%'",
  );
  assert.ok(
    events.every(({ data }) => !/bob@|eve@|work\.example/.test(data)),
    "no address is in the log of a draft",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("drafts are named one by one or as a list, with the hash of each, to send them and to delete them", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const [first, second] = [await draftInvitation(h), await draftInvitation(h)];
  const ids = [first.draftId, second.draftId];
  const send = (body: object) => h.json("POST", "/planner/calendar-actions/drafts/send", body);
  const remove = (body: object) => h.json("POST", "/planner/calendar-actions/drafts/delete", body);
  for (
    const body of [
      { draftId: first.draftId, sha256: first.sha256 },
      { draftIds: ids, sha256: [first.sha256, second.sha256] },
      { drafts: [{ draftId: first.draftId, sha256: first.sha256 }] },
    ]
  ) {
    const { status, body: { results, error } } = await send(body);
    assert.equal(status, 200, error);
    assert.deepEqual(
      results.map(({ status }: { status: string }) => status),
      results.map(() => "needs_review"),
    );
  }
  for (
    const body of [
      {},
      { draftId: first.draftId },
      { draftIds: ids, sha256: [first.sha256] },
      { draftIds: ids, sha256: first.sha256 },
      { draftId: first.draftId, sha256: [first.sha256] },
      { draftId: first.draftId, sha256: first.sha256, drafts: [{ draftId: ids[1], sha256: second.sha256 }] },
    ]
  ) {
    const refused = await send(body);
    assert.equal(refused.status, 400, JSON.stringify(body));
    assert.match(
      refused.body.error,
      /give either drafts, draftId with sha256, or draftIds with the sha256 of each/,
    );
  }
  for (const body of [{}, { draftId: ids[0], draftIds: ids }]) {
    const refused = await remove(body);
    assert.equal(refused.status, 400);
    assert.match(refused.body.error, /give either draftId or draftIds/);
  }
  assert.deepEqual((await remove({ draftId: ids[0] })).body, { deleted: [ids[0]], notFound: [] });
  assert.deepEqual((await remove({ draftIds: ids })).body, { deleted: ids, notFound: [] });
  assert.deepEqual(server.mails, []);
});

Deno.test("a server that refuses a mail leaves a failed draft, which a new decision sends", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = () =>
    h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { drafts: [{ draftId, sha256 }], decision: REVIEWED },
    });
  server.refusal = "not today";
  assert.equal((await send()).results[0]!.status, "failed");
  assert.deepEqual(server.mails, []);
  server.refusal = null;
  assert.equal((await send()).results[0]!.status, "sent");
  assert.equal(server.mails.length, 1);
});

Deno.test("one address is one address, and a header is one header: nothing smuggles a second", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const wrong = [
    "bob@work.example\r\nRCPT TO:<evil@x.example>",
    "bob@work.example,evil@x.example",
    '"bob,evil@x.example"@work.example',
    "<bob@work.example>",
    "bob@work.example\0",
    "bob@[127.0.0.1]",
    "bob@@work.example",
    ".bob@work.example",
    "bob@work.example ",
  ];
  const create = (event: object) =>
    h.json("POST", "/planner/calendar-actions", {
      action: "create",
      notify: "draft",
      event: { title: "Lunch", start: "2026-12-01T12:00:00Z", ...event },
    });
  for (const email of wrong) {
    assert.equal(isAddress(email), false, email);
    assert.equal((await create({ attendees: [{ email }] })).status, 400, email);
  }
  const bob = { email: "bob@work.example" };
  assert.equal((await create({ attendees: [{ ...bob, name: "Bob\r\nBcc: evil@x.example" }] })).status, 400);
  assert.equal((await create({ attendees: [bob], title: "Lunch\r\nBcc: evil@x.example" })).status, 400);
  assert.equal((await create({ attendees: [bob] })).status, 201, "the control");
  assert.deepEqual(server.mails, []);
});

Deno.test("a title that looks like encoded text is encoded, so that its recipients read what was approved", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const title = "=?utf-8?Q?Lunch_with_the_boss?= and a title that is longer than one line of a header may be";
  const { draftId, sha256 } = await draftInvitation(h, undefined, title);
  await h.operator("POST /planner/calendar-actions/drafts/send", {
    body: { drafts: [{ draftId, sha256 }], decision: REVIEWED },
  });
  const [, header = ""] = /^Subject: ((?:.*(?:\r\n[ \t].*)*))/m.exec(server.mails[0]!.text) ?? [];
  const words = header.split(/\s+/).map((word) => /^=\?UTF-8\?B\?([^?]+)\?=$/i.exec(word)![1]!);
  const read = new TextDecoder().decode(Uint8Array.fromBase64(words.join("")));
  const [shown] = await h.operator("GET /planner/artifacts", { query: { type: "draft" } });
  assert.deepEqual([read, shown!.title], [`Invitation: ${title}`, `Invitation: ${title}`]);
});

Deno.test("two requests at once ask for one review of a draft, and send it once", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = (decision = {}) =>
    h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { drafts: [{ draftId, sha256 }], ...decision },
    });
  await Promise.all([send(), send(), send()]);
  const { items } = await h.operator("GET /approvals/queue");
  assert.equal(items.length, 1);
  await Promise.all([send({ decision: REVIEWED }), send({ decision: REVIEWED })]);
  assert.equal(server.mails.length, 1);
  assert.deepEqual((await h.operator("GET /approvals/queue")).items, []);
});

Deno.test("no more than 100 people are mailed within an hour, whoever approves, however many at once", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const people = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@work.example` }));
  const drafts: Awaited<ReturnType<typeof draftInvitation>>[] = [];
  for (let i = 0; i < 4; i++) drafts.push(await draftInvitation(h, people));
  const send = (i: number, more = {}) => {
    const { draftId, sha256 } = drafts[i]!;
    return h.json("POST", "/planner/calendar-actions/drafts/send", {
      drafts: [{ draftId, sha256 }],
      ...more,
    });
  };
  const waiting = (await send(3)).body.results[0].approvalId;
  const sent = await Promise.all([0, 1, 2].map((i) => send(i, { decision: REVIEWED })));
  assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 200, 400]);
  assert.equal(server.mails.length, 2);
  const approved = await h.json("POST", `/approvals/${waiting}/approve`, REVIEWED);
  assert.deepEqual([approved.status, server.mails.length], [400, 2]);
  assert.match(approved.body.error, /150 people would be mailed within an hour, and the limit is 100/);
});

Deno.test("a request that would mail nobody is answered, also if too many people were mailed by the clock", async () => {
  await using server = await MailServer.start();
  let now = new Date("2026-03-02T12:00:00Z");
  await using h = await harness({ now: () => now });
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const people = Array.from({ length: 40 }, (_, i) => ({ email: `p${i}@work.example` }));
  const send = async ({ draftId, sha256 }: { draftId: string; sha256: string }) =>
    (await h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { draftId, sha256, decision: REVIEWED },
    })).results.map(({ status }) => status);
  const first = await draftInvitation(h, people);
  for (const draft of [first, await draftInvitation(h, people)]) {
    assert.deepEqual(await send(draft), ["sent"]);
  }
  now = new Date("2026-03-02T13:01:00Z");
  assert.deepEqual(await send(await draftInvitation(h, people)), ["sent"]);
  now = new Date("2026-03-02T12:02:00Z"); // the clock was set back
  assert.deepEqual(await send(first), ["already_sent"]);
  assert.equal(server.mails.length, 3);
});

Deno.test("what a request sent before others reached the limit is in its answer, with why the rest was refused", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const people = Array.from({ length: 50 }, (_, i) => ({ email: `p${i}@work.example` }));
  const drafts: { draftId: string; sha256: string }[] = [];
  for (let i = 0; i < 3; i++) {
    const { draftId, sha256 } = await draftInvitation(h, people);
    drafts.push({ draftId, sha256 });
  }
  const send = (drafts: object[]) =>
    h.json("POST", "/planner/calendar-actions/drafts/send", { drafts, decision: REVIEWED });
  server.at = async (point) => {
    if (point !== "from") return;
    server.at = () => {};
    assert.equal((await send(drafts.slice(2))).status, 200);
  };
  const { status, body } = await send(drafts.slice(0, 2));
  assert.deepEqual([status, server.mails.length], [200, 2]);
  const [sent, refused] = body.results;
  assert.deepEqual([sent.status, sent.accepted.length, refused.status], ["sent", 50, "refused"]);
  assert.match(refused.detail, /^150 people would be mailed within an hour, and the limit is 100/);
  assert.ok(refused.approvalId, "its review is still open");
});

Deno.test("a request that arrives while an approved mail is about to be sent asks for no second review", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = () =>
    h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { drafts: [{ draftId, sha256 }], decision: REVIEWED },
    });
  const later: ReturnType<typeof send>[] = [];
  const unsubscribe = h.store.subscribe((events) => {
    if (events.some(({ type }) => type === "approval.approved")) later.push(send());
  });
  const first = await send();
  unsubscribe();
  assert.deepEqual([first, ...await Promise.all(later)].map(({ results }) => results[0]!.status), [
    "sent",
    "sent",
  ]);
  assert.equal(server.mails.length, 1);
  const { items } = await h.operator("GET /approvals/queue");
  assert.deepEqual(items, []);
});

Deno.test("the filters of artifacts hold for drafts, which have no time and no priority", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const lunch = (await draftInvitation(h)).draftId;
  const review = (await draftInvitation(h, [{ email: "eve@work.example" }], "Review")).draftId;
  const listed = async (query: Record<string, string>) =>
    (await h.operator("GET /planner/artifacts", { query: { type: "draft", ...query } as never }))
      .map(({ id }) => id);
  assert.deepEqual(await listed({}), [review, lunch]);
  assert.deepEqual(await listed({ query: "lunch" }), [lunch]);
  assert.deepEqual(await listed({ query: "invitation rev" }), [review]);
  assert.deepEqual(await listed({ query: "nothing" }), []);
  assert.deepEqual(await listed({ person: "Eve@" }), [review]);
  assert.deepEqual(await listed({ person: "eve@", query: "lunch" }), []);
  assert.deepEqual(await listed({ status: "active", priority: "0", offset: "1" }), [lunch]);
  for (
    const none of [{ status: "cancelled" }, { status: "gone" }, { priority: "1" }, { date: "2026-12-01" }]
  ) {
    assert.deepEqual(await listed(none), [], JSON.stringify(none));
  }
  await h.operator("POST /planner/calendar-actions/drafts/delete", { body: { draftIds: [lunch] } });
  assert.deepEqual([await listed({}), await listed({ status: "gone" })], [[review], [lunch]]);
});
