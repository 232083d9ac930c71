import assert from "node:assert/strict";

/** The machines of the trial: the service, the database and two worker machines. The trial itself is where the service is. */
const NODES = ["control", "database", "w1", "w2"] as const;
export type Node = (typeof NODES)[number];

/** The connections between them, each of which can be cut. The worker machines do not know each other. */
export const EDGES = [
  ["control", "database"],
  ["control", "w1"],
  ["control", "w2"],
  ["database", "w1"],
  ["database", "w2"],
] as const satisfies readonly (readonly [Node, Node])[];
export type Edge = (typeof EDGES)[number];

/** How an edge is cut: the interface is down, which both ends see, or packets vanish, which nobody sees. */
export const CUTS = ["down", "black hole"] as const;
export type Cut = (typeof CUTS)[number];

async function run(...[program, ...args]: [string, ...string[]]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdin: "null", stdout: "null" })
    .output();
  assert.ok(success, `${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/**
 * A network namespace for each node but the service, which is in that of this process; two of them are connected by a pair of
 * interfaces. Started in a namespace of its own, see `inNamespace`.
 */
export class Network implements AsyncDisposable {
  /** The address of a node, the same for whoever connects to it. */
  readonly addressOf = (node: Node): string => `10.77.0.${NODES.indexOf(node) + 1}`;
  readonly #namespaceOf = (node: Node): string => `ah${Deno.pid}-${node}`;
  readonly #deviceTo = (node: Node): string => `to-${node}`;

  static async make(): Promise<Network> {
    const network = new Network();
    await run("ip", "link", "set", "lo", "up");
    for (const node of NODES.slice(1)) {
      await run("ip", "netns", "add", network.#namespaceOf(node));
      await network.#in(node, "ip", "link", "set", "lo", "up");
    }
    for (const [one, other] of EDGES) {
      const [device, peer] = [network.#deviceTo(other), network.#deviceTo(one)];
      const pair = ["ip", "link", "add", device, "type", "veth", "peer", "name", peer] as const;
      await network.#in(one, ...pair, "netns", network.#namespaceOf(other));
      for (const [here, there] of [[one, other], [other, one]] as const) {
        const to = network.#deviceTo(there);
        const [own, far] = [here, there].map(network.addressOf) as [string, string];
        await network.#in(here, "ip", "addr", "add", own, "peer", `${far}/32`, "dev", to);
        await network.#in(here, "ip", "link", "set", to, "up");
      }
    }
    return network;
  }

  /** A command that executes its further arguments where a node is. */
  wrap(node: Node): readonly string[] {
    return node === "control" ? [] : ["ip", "netns", "exec", this.#namespaceOf(node)];
  }

  /** Cuts an edge until the returned function is called. */
  async cut([one, other]: Edge, how: Cut): Promise<() => Promise<void>> {
    const device = this.#deviceTo(other);
    if (how === "down") {
      await this.#in(one, "ip", "link", "set", device, "down");
      return () => this.#in(one, "ip", "link", "set", device, "up");
    }
    const ends = [[one, device], [other, this.#deviceTo(one)]] as const;
    // No packet fits into this bucket.
    const limits = ["tbf", "rate", "8bit", "burst", "10", "limit", "1"];
    for (const [node, to] of ends) await this.#in(node, "tc", "qdisc", "add", "dev", to, "root", ...limits);
    return async () => {
      for (const [node, to] of ends) await this.#in(node, "tc", "qdisc", "del", "dev", to, "root");
    };
  }

  async #in(node: Node, ...command: string[]): Promise<void> {
    const [program = "", ...args] = [...this.wrap(node), ...command];
    await run(program, ...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of NODES.slice(1)) await run("ip", "netns", "del", this.#namespaceOf(node));
  }
}
