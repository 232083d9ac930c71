import type { SkillState } from "../../../store/skills/document.ts";
import { skillStream } from "../../../store/skills/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { unpack } from "./unpack.ts";

/** States in which a session that was planned with a skill may read it; another version may have replaced it since. */
const READABLE: readonly SkillState[] = ["available", "released", "stale"];

/** Returns the text of a file of a skill; null if it may not be used, or has no such text file. */
export async function readSkillFile(ctx: Ctx, id: string, path: string): Promise<string | null> {
  const skill = ctx.store.documents.get(skillStream, id);
  if (!skill || !READABLE.includes(skill.state)) return null;
  const file = unpack(await readMaterial(ctx, skill.materialId)).find((each) => each.path === path);
  if (!file) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    return null;
  }
}
