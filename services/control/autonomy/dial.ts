import { dirname } from "node:path";
import { autonomyStream } from "../../../store/autonomy/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { homeDirectory } from "../../ground/kernel/environment.ts";
import { type Dial, isStricter } from "../../ground/policy/dial.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { statedFor } from "./defaults/in_force.ts";
import { homeSeenAt, type SandboxLive, sandboxRuleOf } from "../../machine/processes/sandbox/mod.ts";

/**
 * Returns a person's setting for a directory, or for the nearest one that contains it, such as the whole repository;
 * null without one.
 */
export function setDialOf({ store }: Ctx, directory: string): Dial | null {
  for (let at = directory;; at = dirname(at)) {
    const dial = store.documents.get(autonomyStream, repositoryId(at))?.dial;
    if (dial) return dial;
    if (at === dirname(at)) return null;
  }
}

/**
 * The setting of a directory: what a person made, or `border` where the sandbox holds workers, else `everything`. The admitted
 * `.agent-harness.json` of it, or of a directory that contains it, can only make stricter what no person has set.
 */
export async function dialOf(ctx: Ctx<SandboxLive>, directory: string): Promise<Dial> {
  const set = setDialOf(ctx, directory);
  if (set !== null) return set;
  const standard = await standardDial(ctx, directory);
  const stated = [...statedFor(ctx, directory)].flatMap(({ dial }) => dial ?? []);
  return stated.reduce((strictest, dial) => isStricter(dial, strictest) ? dial : strictest, standard);
}

/** The setting of a directory without one. */
export async function standardDial(ctx: Ctx<SandboxLive>, root: string): Promise<Dial> {
  const { available } = await ctx.sandbox.find();
  if (!available) return "everything";
  const rule = await sandboxRuleOf(ctx.config.storageDirectory, homeSeenAt(homeDirectory()), root, "worker");
  return rule.sandbox ? "border" : "everything";
}
