import { dirname } from "node:path";
import { autonomyStream } from "../../store/autonomy/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { homeDirectory } from "../kernel/environment.ts";
import type { Dial } from "../policy/dial.ts";
import { repositoryId } from "../repositories/mod.ts";
import { homeSeenAt, readRule, type SandboxLive } from "../processes/sandbox/mod.ts";

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

/** Returns the setting of a directory: a person's, or `border` if workers are sandboxed, else `everything`. */
export async function dialOf(ctx: Ctx<SandboxLive>, directory: string): Promise<Dial> {
  return setDialOf(ctx, directory) ?? await defaultDial(ctx, directory);
}

async function defaultDial(ctx: Ctx<SandboxLive>, root: string): Promise<Dial> {
  const { available } = await ctx.sandbox.find();
  if (!available) return "everything";
  const rule = await readRule(ctx.config.storageDirectory, homeSeenAt(homeDirectory()), root, "worker");
  return rule.sandbox ? "border" : "everything";
}
