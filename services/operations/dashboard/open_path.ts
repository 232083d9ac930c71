import { dirname } from "node:path";
import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { absolutePath } from "../../machine/repositories/repo_path.ts";
import type { OpenPathResult } from "./schemas.ts";

/**
 * Shows a path of a known repository, or of the storage directory, with the host's own program, or says that there is
 * no desktop. Throws `ForbiddenError` for any other path.
 */
export async function openPath(ctx: Ctx, text: string): Promise<OpenPathResult> {
  const path = await Deno.realPath(absolutePath(text, "path")).catch((cause) => {
    throw new InvalidError(`path is "${text}", which does not exist.`, { cause });
  });
  if (!isKnown(ctx, path)) {
    throw new ForbiddenError(
      `${text} is not in the storage directory or in a repository that a human has used here.`,
    );
  }
  // Only directories: a file would be opened with its program, which might run it.
  const shown = (await Deno.stat(path)).isDirectory ? path : dirname(path);
  const opener = openerOf((name) => Deno.env.get(name));
  if (opener === null) {
    return { path: shown, opened: false, detail: `This host has no desktop. The directory is ${shown}.` };
  }
  try {
    const { success } = await new Deno.Command(opener, {
      args: [shown],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    if (success) return { path: shown, opened: true, detail: `${shown} was opened on the host.` };
  } catch {
    // Handled below: there is no such program.
  }
  return { path: shown, opened: false, detail: `${opener} did not open it. The directory is ${shown}.` };
}

function isKnown(ctx: Ctx, path: string): boolean {
  for (let directory = path;; directory = dirname(directory)) {
    if (directory === ctx.config.storageDirectory) return true;
    if (ctx.store.documents.has(repositoryStream, repositoryId(directory))) return true;
    if (directory === dirname(directory)) return false;
  }
}

/** Returns the program that shows a directory to the person at this host; null without a desktop. */
export function openerOf(
  environment: (name: string) => string | undefined,
  os = Deno.build.os,
): string | null {
  if (os === "darwin") return "open";
  if (os === "windows") return "explorer";
  return environment("DISPLAY") || environment("WAYLAND_DISPLAY") ? "xdg-open" : null;
}
