import { createHash } from "node:crypto";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { type Control, receiveTree, restoreChanges, type Workspace } from "../../machine/repositories/mod.ts";
import type { Lease, MachinesLive } from "../../workforce/worker_machines/leases/mod.ts";
import type { SentTree } from "../../workforce/worker_machines/wire/mod.ts";

/** What files are received for: the lease, and the workspace here with the files that the machine began with. */
type Receiving = {
  lease: Lease;
  control: Control;
  workspace: Workspace;
  start: { commit: string; tree: string };
};

/** The files of a task as its machine has sent them so far. */
export class ReceivedFiles {
  readonly start: Receiving["start"];
  #tree: string;

  constructor(readonly ctx: MachinesLive, readonly receiving: Receiving) {
    this.start = receiving.start;
    this.#tree = receiving.start.tree;
  }

  /** Writes what the machine has sent into the workspace. Throws `InvalidError` for files that may not be there. */
  async bring({ commit, tree, pack }: SentTree): Promise<void> {
    if (tree === this.#tree) return;
    const { lease, control, workspace } = this.receiving;
    await receiveTree(control, { commit, tree, from: this.start.tree }, pack && sentPack(lease, pack));
    if (this.ctx.machines.leaseOf(lease.machineId, lease.id) !== lease) {
      throw new InvalidError("The lease is over.");
    }
    const from = this.#tree;
    if (!await restoreChanges(control, workspace, { from, to: tree })) {
      await restoreChanges(control, workspace, { from: tree, to: from });
      throw new InvalidError("Not all of the files could be written on the machine of the service.");
    }
    this.#tree = tree;
  }
}

/**
 * Returns a pack from the parts that a machine has sent. Throws `InvalidError` if one of them is missing; the stream fails at its
 * end if the whole has another hash.
 */
function sentPack(
  { parts }: Lease,
  { sha256, parts: hashes }: NonNullable<SentTree["pack"]>,
): ReadableStream<Uint8Array> {
  const paths = hashes.map((each) => {
    const part = parts.get(each);
    if (!part) throw new InvalidError(`The part ${each} was not sent. Send it first.`);
    return part;
  });
  const hash = createHash("sha256");
  return ReadableStream.from(read());

  async function* read() {
    for (const path of paths) {
      const bytes = await Deno.readFile(path);
      hash.update(bytes);
      yield bytes;
    }
    if (hash.digest("hex") !== sha256) throw new InvalidError(`The parts do not make the pack ${sha256}.`);
  }
}
