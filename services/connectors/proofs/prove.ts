import { join } from "node:path";
import type { Ctx } from "../../kernel/context.ts";
import { homeDirectory, searchPath } from "../../kernel/environment.ts";
import { InvalidError, ServiceError } from "../../kernel/errors.ts";
import { composePolicy, homeSeenAt, type SandboxLive } from "../../processes/sandbox/mod.ts";
import type { Connector } from "../files.ts";
import { layOut } from "../files.ts";
import type { ConnectorSeat } from "../program.ts";
import type { Bench, Check, Proof } from "./bench.ts";
import { exactlyOnce } from "./exactly_once.ts";
import { limited } from "./limited.ts";
import { refusedUnapproved } from "./refused_unapproved.ts";
import { traced } from "./traced.ts";
import { verified } from "./verified.ts";

/** What every connector must prove, in this order. */
const PROOFS: readonly Proof[] = [refusedUnapproved, exactlyOnce, verified, traced, limited];

/** A proof that every action of a connector has passed. */
export type Proved = { id: string; title: string; actions: { id: string; checks: Check[] }[]; held: string };

/**
 * Makes the five proofs with the connector's stand-in, in a sandbox without network if one is available. Throws
 * `InvalidError` that names the first failed proof, the action, and the reason.
 */
export async function proveConnector(ctx: Ctx<SandboxLive>, connector: Connector): Promise<Proved[]> {
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-proof-" });
  try {
    await layOut(connector, join(scratch, "program"));
    for (const name of ["calls", "double", "home", "tmp"]) await Deno.mkdir(join(scratch, name));
    const seat = await seatIn(ctx, await Deno.realPath(scratch));
    const held = seat.sandbox ? "in a sandbox without network" : "as this user: no sandbox is available";
    const proved: Proved[] = [];
    for (const proof of PROOFS) {
      const actions = [];
      for (const action of connector.declaration.actions) {
        const checks = await attempt(proof, { connector, seat }, action.id);
        actions.push({ id: action.id, checks });
      }
      proved.push({ id: proof.id, title: proof.title, actions, held });
    }
    return proved;
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function attempt(proof: Proof, bench: Bench, actionId: string): Promise<Check[]> {
  const { declaration } = bench.connector;
  const action = declaration.actions.find(({ id }) => id === actionId)!;
  const fails = (why: string) =>
    new InvalidError(
      `${declaration.label} cannot be enabled. The proof "${proof.title}" failed for the action ${actionId}: ${why}`,
    );
  let checks: Check[];
  try {
    checks = await proof.prove(bench, action);
  } catch (cause) {
    if (cause instanceof ServiceError) throw fails(cause.message);
    throw cause;
  }
  const failed = checks.find(({ holds }) => !holds);
  if (failed) throw fails(`it was not shown that ${failed.what}.`);
  return checks;
}

async function seatIn(ctx: Ctx<SandboxLive>, scratch: string): Promise<ConnectorSeat> {
  const [directory, calls, double] = ["program", "calls", "double"].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
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
    ? { program: state.program, policy: await composePolicy(place, rule, homeSeenAt(homeDirectory())) }
    : null;
  return { directory, calls, double, sandbox, signal: new AbortController().signal, onSpawn: () => {} };
}
