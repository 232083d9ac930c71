import { join } from "node:path";
import { REVIEWED } from "../../git.ts";
import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, type Domain, holds, type Read, same } from "../command.ts";
import { orderCommands } from "./order_commands.ts";
import { Orders } from "./orders.ts";
import type { Runs } from "./runs.ts";
import { booksProgram, SHOP, Shop, shopFiles, shopProgram } from "./shop.ts";

const TARGET = "connector:shop";

/** The files of a connector: what is asked about them, and what a person said. */
type Version = { version: string; isSound: boolean; changeId: string | null; status: "pending" | "decided" };

/** A connector of a shop: a person enables exactly the files that passed the proofs, and every order is approved and made once. */
export class Connectors implements Domain {
  readonly #orders: Orders;
  #installed: Version | null = null;
  #enabled: Version | null = null;
  #made = 0;
  readonly commands: readonly Command[];

  constructor(readonly runs: Runs) {
    const { surroundings: { network, programs } } = runs;
    const shop = new Shop();
    this.#orders = new Orders(runs, shop, () => this.#isUsable);
    network.servers.set(SHOP, shop.answer);
    programs.set("shop", shopProgram((call) => this.#orders.called(call, this.#enabled?.version)));
    programs.set("shop-books", booksProgram);
    this.commands = [
      { name: "change a connector", weight: 2, plan: (random) => this.#change(random) },
      { name: "ask to enable a connector", weight: 3, plan: (random) => this.#ask(random) },
      { name: "decide about a connector", weight: 3, plan: (random) => this.#decide(random) },
      ...orderCommands(this.#orders),
    ];
  }

  get #isUsable(): boolean {
    return this.#enabled !== null && this.#enabled === this.#installed;
  }

  passed = () => this.#orders.passed();
  maintained = (isStored: (text: string) => boolean) => this.#orders.maintained(isStored);

  look = (read: Read, random: Random) => this.lookAtAll(read, random.next() < 0.2);

  async lookAtAll(read: Read, isWhole: boolean): Promise<void> {
    await this.#orders.lookAtAll(read);
    if (this.#installed === null || !isWhole) return;
    const [shop, purchases, trades] = [
      await read(`/capabilities/${TARGET}`),
      await read("/capabilities/class:purchases"),
      await read("/capabilities/class:trades"),
    ].map(({ state }) => state);
    const expected = this.#isUsable ? "enabled" : "blocked";
    same([shop, purchases, trades], [expected, expected, "blocked"], "the connector, its class and another");
  }

  /** Its owner puts other files there. */
  #change(random: Random): Deed | null {
    if (
      this.#installed !== null && random.next() < (this.#isUsable ? 0.97 : this.#installed.isSound ? 0.9 : 0)
    ) return null;
    const version = `1.0.${++this.#made}`;
    const isSound = random.next() < 0.8;
    const state = this.#installed === null ? "absent" : this.#isUsable ? "enabled" : "not enabled";
    const directory = join(this.runs.surroundings.storage, "connectors", "shop");
    Deno.mkdirSync(directory, { recursive: true });
    const files = shopFiles(version, isSound ? "none" : "gullible");
    Deno.writeTextFileSync(join(directory, "connector.json"), JSON.stringify(files));
    this.#installed = { version, isSound, changeId: null, status: "pending" };
    this.#orders.blocked();
    return {
      state,
      asked: { method: "GET", path: `/capabilities/${TARGET}` },
      judge: (answer) => {
        answered(answer, 200);
        same(answer.body.state, "blocked", "the connector with other files");
      },
    };
  }

  #ask(random: Random): Deed | null {
    const installed = this.#installed;
    if ((installed === null || this.#isUsable) && random.next() < 0.9) return null;
    const isOpen = installed !== null && installed.changeId !== null && installed.status === "pending";
    const status = installed === null ? 404 : this.#isUsable || !installed.isSound ? 400 : isOpen ? 200 : 201;
    return {
      state: {
        404: "absent",
        400: this.#isUsable ? "enabled" : "fails a proof",
        200: "asked",
        201: "new",
      }[status],
      asked: {
        method: "POST",
        path: "/agent-profile-changes",
        body: { kind: "capability", targetId: TARGET },
      },
      // The proofs that were made are recorded.
      mayRecord: installed?.isSound === false,
      judge: (answer, repeated) => {
        answered(answer, repeated && status === 201 && answer.status === 200 ? 200 : status);
        if (answer.status >= 400) return;
        if (isOpen) same(answer.body.id, installed.changeId, "what was asked before");
        same(answer.body.status, "pending", "the question");
        installed!.changeId = answer.body.id;
        installed!.status = "pending";
      },
    };
  }

  #decide(random: Random): Deed | null {
    const installed = this.#installed;
    if (installed === null || installed.changeId === null) return null;
    const isOpen = installed.status === "pending";
    if (!isOpen && random.next() < 0.9) return null;
    const [decision, flags] = random.pick([
      ["approve", {}],
      ["approve", {}],
      ["approve", { reviewedHashes: false }],
      ["reject", {}],
    ]);
    const isWhole = decision === "reject" || !("reviewedHashes" in flags);
    return {
      state: `${isOpen ? "open" : "decided"} ${decision}${isWhole ? "" : " without review"}`,
      asked: {
        method: "POST",
        path: `/agent-profile-changes/${installed.changeId}/${decision}`,
        body: { ...REVIEWED, ...flags },
      },
      judge: (answer) => {
        if (!isOpen) {
          return holds(answer.status === 200 || answer.status === 400, "a decision was made again");
        }
        answered(answer, isWhole ? 200 : 400);
        if (!isWhole) return;
        same(answer.body.status, decision === "approve" ? "approved" : "rejected", "the question");
        installed.status = "decided";
        if (decision === "approve") this.#enabled = installed;
      },
    };
  }
}
