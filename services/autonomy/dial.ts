import { autonomyStream } from "../../store/autonomy/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { homeDirectory } from "../kernel/environment.ts";
import type { Dial } from "../policy/dial.ts";
import { homeSeenAt, readRule, type SandboxLive } from "../processes/sandbox/mod.ts";

/** The setting that a person made for a repository; null without one. */
export const setDialOf = ({ store }: Ctx, repositoryId: string): Dial | null =>
  store.documents.get(autonomyStream, repositoryId)?.dial ?? null;

/** The setting of a repository: what a person made, or `border` where the sandbox holds workers, else `everything`. */
export async function dialOf(ctx: Ctx<SandboxLive>, repositoryId: string, root: string): Promise<Dial> {
  return setDialOf(ctx, repositoryId) ?? await defaultDial(ctx, root);
}

async function defaultDial(ctx: Ctx<SandboxLive>, root: string): Promise<Dial> {
  const { available } = await ctx.sandbox.find();
  if (!available) return "everything";
  const rule = await readRule(ctx.config.storageDirectory, homeSeenAt(homeDirectory()), root, "worker");
  return rule.sandbox ? "border" : "everything";
}
