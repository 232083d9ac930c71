import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, type Read, same } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";
import { TokenServer } from "./token_server.ts";

const HOST = "id.example.com";
const CONNECTOR = "example";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After how long a failed refresh is repeated: after the first failure in a row, the second, and so on. */
const WAITS = [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, HOUR];

/** Within which a refresh that is due is done by a good network. */
const DONE = 5 * MINUTE;

/** What an account may be while its server accepts its last two tokens. */
const ALIVE = ["connected", "expiring", "refreshing", "degraded"];

/** Token requests in one hour beyond which a service does not back off. */
const MOST_AN_HOUR = 60;

/** An account elsewhere: how it is connected, and that its access is kept through everything that a network does. */
export class Accounts implements Domain {
  readonly #server: TokenServer;
  #id: string | null = null;
  #state: string | null = null;
  /** Until when a person may come back. */
  #expiresAt = 0;
  #isConfigured = false;
  #isRevoked = false;
  /** Since when the network has been good, or until when what was to happen waits for the clock that was set back. */
  #goodSince = 0;
  #version = 0;

  constructor(readonly surroundings: Surroundings) {
    this.#server = new TokenServer(surroundings.now);
    surroundings.network.servers.set(HOST, this.#server.answer);
  }

  readonly commands: readonly Command[] = [
    { name: "configure a connector", weight: 1, plan: () => this.#configure() },
    { name: "start to connect", weight: 3, plan: () => this.#start() },
    { name: "come back from a server", weight: 3, plan: () => this.#comeBack() },
    { name: "refresh an account", weight: 1.5, plan: (random) => this.#refresh(random) },
    { name: "revoke an account", weight: 0.05, plan: () => this.#revoke() },
  ];

  /** The network gets bad and good again. */
  passed(): Promise<void> {
    const { network, now } = this.surroundings;
    const hour = Math.floor(now().getTime() / (HOUR / 2));
    const isFaulty = hour % 2 === 0 && this.#id !== null;
    if (network.isFaulty && !isFaulty) this.#goodSince = Math.max(this.#goodSince, now().getTime());
    network.isFaulty = isFaulty;
    return Promise.resolve();
  }

  /** What was to happen at a moment happens an hour later, if the clock is set back by one, and at once if it is too far away. */
  jumped(from: number, to: number): void {
    if (to >= from) return;
    this.#goodSince = Math.min(from, to + 2 * DAY);
    this.#server.asked = [];
  }

  look = (read: Read) => this.lookAtAll(read);

  async lookAtAll(read: Read): Promise<void> {
    const shown: Record<string, unknown>[] = await read("/oauth/accounts?limit=1000");
    if (this.#id === null) return;
    const account = shown.find(({ id }) => id === this.#id);
    holds(account, "the account is not listed");
    const text = JSON.stringify(shown);
    holds(!/(?:access|refresh)-token-\d/.test(text), "the list of accounts has a token");
    const status = String(account.status);
    if (this.#isRevoked) return same(status, "revoked", "the account");
    holds(ALIVE.includes(status), `the account is ${status} (${account.statusReason})`);
    const now = this.surroundings.now().getTime();
    const wait = WAITS[Number(account.consecutiveFailures) - 1] ?? HOUR;
    const isRecovered = !this.surroundings.network.isFaulty && now - this.#goodSince > wait + DONE;
    holds(!isRecovered || status !== "degraded", "the network is good again, and the account is degraded");
    const lately = this.#server.asked.filter((at) => at > now - HOUR).length;
    holds(lately < MOST_AN_HOUR, `the server was asked ${lately} times within an hour`);
  }

  #configure(): Deed | null {
    if (this.#isConfigured) return null;
    return {
      state: "absent",
      asked: {
        method: "POST",
        path: `/oauth/apps/${CONNECTOR}`,
        body: {
          clientId: "client-1",
          tokenEndpointAuthMethod: "none",
          authorizationEndpoint: `https://${HOST}/authorize`,
          tokenEndpoint: `https://${HOST}/token`,
          revocationEndpoint: `https://${HOST}/revoke`,
          scopes: ["read"],
          allowedHosts: ["api.example.com"],
        },
      },
      judge: (answer, repeated) => {
        answered(answer, repeated && answer.status === 200 ? 200 : 201);
        this.#isConfigured = true;
      },
    };
  }

  #start(): Deed | null {
    if (!this.#isConfigured || this.#id !== null) return null;
    return {
      state: this.#state === null ? "first" : "again",
      asked: { method: "POST", path: `/oauth/apps/${CONNECTOR}/start`, body: {} },
      judge: (answer) => {
        answered(answer, 201);
        this.#state = new URL(answer.body.authorizationUrl).searchParams.get("state");
        this.#expiresAt = Date.parse(answer.body.expiresAt);
      },
    };
  }

  #comeBack(): Deed | null {
    if (this.#state === null) return null;
    const state = this.#state;
    const isLate = this.surroundings.now().getTime() > this.#expiresAt;
    return {
      state: isLate ? "late" : "agreed",
      asked: { method: "POST", path: "/oauth/callback", body: { state, code: this.#server.agree() } },
      judge: (answer, repeated) => {
        this.#state = null;
        // A code is redeemed once: whoever was killed meanwhile starts again.
        if (repeated && answer.status === 400) return;
        if (isLate) return answered(answer, 400);
        answered(answer, 201);
        same(answer.body.status, "connected", "the account");
        this.#id = answer.body.id;
        this.#version = answer.body.accessToken.version;
      },
    };
  }

  #refresh(random: Random): Deed | null {
    if (this.#id === null) return null;
    const force = random.next() < 0.5;
    return {
      state: `${this.#isRevoked ? "revoked" : "connected"}${force ? " forced" : ""}${
        this.surroundings.network.isFaulty ? ", bad network" : ""
      }`,
      asked: { method: "POST", path: `/oauth/accounts/${this.#id}/refresh`, body: { force } },
      judge: (answer) => {
        if (this.#isRevoked) return answered(answer, force ? 400 : 200);
        answered(answer, 200);
        const { version } = answer.body.accessToken;
        holds(version >= this.#version, `the access has the version ${version}, and had ${this.#version}`);
        this.#version = version;
      },
    };
  }

  #revoke(): Deed | null {
    if (this.#id === null) return null;
    return {
      state: this.#isRevoked ? "revoked" : "connected",
      asked: { method: "POST", path: `/oauth/accounts/${this.#id}/revoke`, body: {} },
      judge: (answer) => {
        answered(answer, 200);
        same(answer.body.status, "revoked", "the account");
        this.#isRevoked = true;
      },
    };
  }
}
