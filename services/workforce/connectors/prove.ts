import { join } from "node:path";
import type { Ctx } from "../../ground/kernel/context.ts";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { composeSandbox, homeSeenAt, type SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import type { ConnectorAction } from "./declaration.ts";
import type { Connector } from "./files.ts";
import { layOut } from "./files.ts";
import type { ConnectorRuntime, ConnectorsLive } from "./program.ts";
import type { Bench, Check, Proof } from "./proof_bench.ts";
import { exactlyOnce } from "./prove_exactly_once.ts";
import { limited } from "./prove_limits.ts";
import { refusedUnapproved } from "./prove_refused.ts";
import { traced } from "./prove_traced.ts";
import { verified } from "./prove_verified.ts";
import { mapTuple } from "../../../store/shared/tuples.ts";

/** What every connector must prove, in this order. */
const PROOFS: readonly Proof[] = [refusedUnapproved, exactlyOnce, verified, traced, limited];

/** A proof that was made, or was not because one before it failed. */
export type Made = {
  id: string;
  title: string;
  verdict: "passed" | "failed" | "not_made";
  actions: { id: string; checks: Check[] }[];
  /** The action that failed it and what did not hold, in a sentence; empty for one that did not fail. */
  fault: string;
};

/** The five proofs, and where the connector's program ran. */
export type Proofs = { held: string; made: Made[] };

/**
 * Makes the five proofs with the connector's stand-in, in a sandbox without network if one is available, until one of them
 * fails.
 */
export async function proveConnector(
  ctx: Ctx<SandboxLive & ConnectorsLive>,
  connector: Connector,
): Promise<Proofs> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-proof-" });
  try {
    await layOut(connector, join(scratch, "program"));
    for (const name of ["calls", "double", "home", "tmp"]) await Deno.mkdir(join(scratch, name));
    const runtime = await runtimeIn(ctx, await Deno.realPath(scratch));
    const made: Made[] = [];
    for (const proof of PROOFS) {
      const failed = made.some(({ verdict }) => verdict !== "passed");
      made.push(failed ? notMade(proof) : await make(proof, { connector, runtime }));
    }
    return {
      held: runtime.sandbox ? "in a sandbox without network" : "as this user: no sandbox is available",
      made,
    };
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

const notMade = ({ id, title }: Proof): Made => ({ id, title, verdict: "not_made", actions: [], fault: "" });

async function make(proof: Proof, bench: Bench): Promise<Made> {
  const { id, title } = proof;
  const actions: Made["actions"] = [];
  for (const action of bench.connector.declaration.actions) {
    const { checks, fault } = await attempt(proof, bench, action);
    actions.push({ id: action.id, checks });
    if (fault !== null) {
      return {
        id,
        title,
        verdict: "failed",
        actions,
        fault: `The proof "${title}" failed for the action ${action.id}: ${fault}`,
      };
    }
  }
  return { id, title, verdict: "passed", actions, fault: "" };
}

async function attempt(
  proof: Proof,
  bench: Bench,
  action: ConnectorAction,
): Promise<{ checks: Check[]; fault: string | null }> {
  try {
    const checks = await proof.prove(bench, action);
    const failed = checks.find(({ holds }) => !holds);
    return { checks, fault: failed ? `it was not shown that ${failed.what}.` : null };
  } catch (cause) {
    if (cause instanceof ServiceError) return { checks: [], fault: cause.message };
    throw cause;
  }
}

async function runtimeIn(ctx: Ctx<SandboxLive & ConnectorsLive>, scratch: string): Promise<ConnectorRuntime> {
  const [directory, calls, double] = mapTuple(["program", "calls", "double"], (name) => join(scratch, name));
  const state = await ctx.sandbox.find();
  const place = {
    directory,
    home: join(scratch, "home"),
    temporary: join(scratch, "tmp"),
    readable: [],
    masked: [],
    storageDirectory: ctx.config.storageDirectory,
    searchPath: searchPath(),
  };
  const rule = { network: false, readable: [], writable: [double] };
  const sandbox = state.available
    ? await composeSandbox(state, place, rule, homeSeenAt(homeDirectory()))
    : null;
  const { run } = ctx.connectors;
  return { run, directory, calls, double, sandbox, signal: new AbortController().signal, onSpawn: () => {} };
}
