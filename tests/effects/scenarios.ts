import assert from "node:assert/strict";
import type { EffectKind } from "../../services/ground/effects/kinds.ts";
import { accessTokenOf } from "../../services/accounts/oauth/access_token.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { Phone } from "../alerts/phone.ts";
import { openSession, scriptEngine, send, speech } from "../audio/audio_world.ts";
import { enableShop, ordersIn, putShop, shopDeclaration } from "../connectors/shop.ts";
import { linkItem } from "../financelink/financelink_world.ts";
import { Provider } from "../financelink/provider.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import type { Harness, HarnessOptions } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runDue } from "../kit/run_due.ts";
import { failures } from "../notifications/failures.ts";
import { configure, connected } from "../oauth/oauth_world.ts";
import { OidcServer } from "../oauth/oidc_server.ts";
import { DavProxy } from "../planner/dav_proxy.ts";
import { configureRadicale } from "../planner/dav_world.ts";
import { draftInvitation, mailSettings } from "../planner/draft_world.ts";
import { MailServer } from "../planner/mail_server.ts";
import { calendar, event, refresh } from "../planner/planner_world.ts";
import { Radicale } from "../planner/radicale.ts";
import { runToRest } from "../runs/scenario.ts";
import { SANDBOX } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";

/** One effect of a kind: what comes before, what causes it, and what the world outside saw of it. */
export type Scenario = AsyncDisposable & {
  options: HarnessOptions;
  prepare: (h: Harness) => Promise<void>;
  cause: (h: Harness) => Promise<unknown>;
  /** Lets a restarted service come to rest. */
  rest: (h: Harness) => Promise<unknown>;
  /** How often the world outside saw it. */
  times: () => Promise<number> | number;
};

const onEnd = (end: () => unknown) => ({ [Symbol.asyncDispose]: async () => void await end() });

const approve = (h: Harness, id: string) =>
  h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });

/** Settings of a service that works on the runs of a repository. */
const WORKING: HarnessOptions = { workers: 1 };

function patch(): Promise<Scenario> {
  const repository = TestRepository.make({ "a.txt": "hello\n" });
  let id = "";
  return Promise.resolve({
    ...onEnd(() => repository[Symbol.dispose]()),
    options: WORKING,
    prepare: async (h) => {
      ({ id } = await runToRest(h, repository, { request: 'replace "hello" with "bye" in a.txt' }));
    },
    cause: async (h) => await approve(h, pendingOf(await h.operator("GET /runs/:id", { params: { id } })).id),
    rest: (h) => h.settled(id),
    times: () => repository.read("a.txt") === "bye\n" ? 1 : 0,
  });
}

async function undo(): Promise<Scenario> {
  const repository = TestRepository.make({ "a.txt": "hello\n" });
  let approvalId = "";
  return await Promise.resolve({
    ...onEnd(() => repository[Symbol.dispose]()),
    options: WORKING,
    prepare: async (h) => {
      const run = await runToRest(h, repository, { request: 'replace "hello" with "bye" in a.txt' });
      await approve(h, pendingOf(run).id);
      await h.settled(run.id);
      approvalId = (await h.operator("POST /runs/:id/undo", { params: { id: run.id } })).id;
    },
    cause: (h) => approve(h, approvalId),
    rest: (h) => h.service.applying.settled(approvalId),
    times: () => repository.read("a.txt") === "hello\n" ? 1 : 0,
  });
}

async function calendarWrite(): Promise<Scenario> {
  const radicale = await Radicale.start();
  const proxy = new DavProxy(radicale);
  await radicale.put("lunch", calendar([event({ uid: "lunch", start: "20260302T090000Z" })]));
  let body = { actionId: "", planSha256: "", decision: REVIEWED };
  const execute = (h: Harness) => h.operator("POST /planner/calendar-actions/execute", { body });
  return {
    ...onEnd(async () => {
      await proxy[Symbol.asyncDispose]();
      await radicale[Symbol.asyncDispose]();
    }),
    options: {},
    prepare: async (h) => {
      await configureRadicale(h, proxy);
      await refresh(h);
      const [lunch] = await h.operator("GET /planner/artifacts");
      const { id, planSha256 } = await h.operator("POST /planner/calendar-actions", {
        body: { action: "update", artifactId: lunch!.id, event: { title: "Lunch, later" } },
      });
      body = { ...body, actionId: id, planSha256 };
    },
    cause: execute,
    rest: execute,
    times: () => proxy.writes,
  };
}

async function mail(): Promise<Scenario> {
  const server = await MailServer.start();
  let drafts: { draftId: string; sha256: string }[] = [];
  return {
    ...onEnd(() => server[Symbol.asyncDispose]()),
    options: {},
    prepare: async (h) => {
      await h.operator("POST /planner/settings", { body: mailSettings(server) });
      const { draftId, sha256 } = await draftInvitation(h);
      drafts = [{ draftId, sha256 }];
    },
    cause: (h) =>
      h.operator("POST /planner/calendar-actions/drafts/send", { body: { drafts, decision: REVIEWED } }),
    rest: async (h) => {
      const params = { id: drafts[0]!.draftId };
      const { draft } = await h.operator("GET /planner/artifacts/:id", { params });
      await h.service.applying.settled(draft!.approvalId!);
    },
    times: () => server.mails.length,
  };
}

async function connectorAction(): Promise<Scenario> {
  const repository = TestRepository.make({ "a.txt": "hello\n" });
  const books = temporaryDirectory();
  let id = "";
  return await Promise.resolve({
    ...onEnd(() => {
      repository[Symbol.dispose]();
      Deno.removeSync(books, { recursive: true });
    }),
    options: WORKING,
    prepare: async (h) => {
      putShop(h.directory, shopDeclaration("none", books));
      await enableShop(h);
      ({ id } = await runToRest(h, repository, { request: 'use shop.order {"item": "pencil", "total": 1}' }));
    },
    cause: async (h) => {
      await approve(h, pendingOf(await h.operator("GET /runs/:id", { params: { id } })).id);
      await h.settled(id);
    },
    rest: (h) => h.settled(id),
    times: () => ordersIn(books).length,
  });
}

async function tokenRefresh(): Promise<Scenario> {
  const server = await OidcServer.start();
  let id = "";
  return {
    ...onEnd(() => server[Symbol.asyncDispose]()),
    options: {},
    prepare: async (h) => {
      await configure(h, server);
      ({ id } = await connected(h, server));
      server.grants.length = 0;
    },
    cause: (h) => h.operator("POST /oauth/accounts/:id/refresh", { params: { id }, body: { force: true } }),
    rest: runDue,
    times: () => server.grants.filter((grant) => grant === "refresh_token").length,
  };
}

async function tokenRevocation(): Promise<Scenario> {
  const server = await OidcServer.start();
  let id = "";
  let token = "";
  return {
    ...onEnd(() => server[Symbol.asyncDispose]()),
    options: {},
    prepare: async (h) => {
      await configure(h, server);
      ({ id } = await connected(h, server));
      const use = { call: "test", host: "api.example.org" };
      token = await accessTokenOf(contextFor(h.service, "system"), id, use);
    },
    cause: (h) => h.operator("POST /oauth/accounts/:id/revoke", { params: { id }, body: {} }),
    rest: runDue,
    times: async () => await server.isActive(token) ? 0 : 1,
  };
}

async function bankRemoval(): Promise<Scenario> {
  const provider = new Provider();
  let id = "";
  return await Promise.resolve({
    ...onEnd(() => provider[Symbol.asyncDispose]()),
    options: {},
    prepare: async (h) => {
      await h.operator("POST /financelink/app", { body: provider.app });
      id = (await linkItem(h, provider)).body.item.id;
      assert.equal(provider.linked, 1);
    },
    cause: (h) => h.operator("POST /financelink/items/:id/disconnect", { params: { id }, body: {} }),
    rest: runDue,
    times: () => 1 - provider.linked,
  });
}

async function alert(): Promise<Scenario> {
  const phone = await Phone.start();
  return {
    ...onEnd(() => phone[Symbol.asyncDispose]()),
    options: {},
    prepare: async (h) => {
      await phone.connect(h);
      await failures(h, 1);
    },
    cause: runDue,
    rest: runDue,
    times: () => new Set(phone.received.map(({ headers }) => headers["webhook-id"])).size,
  };
}

function transcription(): Promise<Scenario> {
  const engine = scriptEngine(`echo '[00:00:00.000 --> 00:00:01.000]  Hello.'`);
  let session = "";
  let texts = 0;
  return Promise.resolve({
    ...onEnd(() => engine[Symbol.dispose]()),
    options: {
      transcription: { command: engine.command, unconfined: SANDBOX === null, maxSeconds: null },
    },
    prepare: async (h) => {
      session = (await openSession(h)).id;
    },
    cause: async (h) => {
      await send(h, session, speech(1));
      await h.service.audio.idle();
    },
    rest: async (h) => {
      await h.service.audio.idle();
      const { transcriptions } = await h.operator("GET /audio-sessions/:id", { params: { id: session } });
      texts = transcriptions.filter(({ status }) => status === "completed").length;
    },
    times: () => texts,
  });
}

/** A scenario of every kind of effect. */
export const SCENARIOS: Readonly<Record<EffectKind, () => Promise<Scenario>>> = {
  patch,
  undo,
  calendar_write: calendarWrite,
  mail,
  connector_action: connectorAction,
  token_refresh: tokenRefresh,
  token_revocation: tokenRevocation,
  bank_removal: bankRemoval,
  alert,
  transcription,
};
