import { VERSION } from "../services/ground/kernel/version.ts";
import { BuildError, run } from "./run.ts";

/**
 * Returns version, commit and date. Builds of one commit are the same, byte for byte: the date is that of `SOURCE_DATE_EPOCH` or of the
 * commit, and only that of the build itself if files differ from the commit or there is none.
 */
export async function buildInfo(): Promise<{ version: string; commit: string | null; builtAt: string }> {
  const epoch = Deno.env.get("SOURCE_DATE_EPOCH");
  if (epoch !== undefined && !/^\d{1,11}$/.test(epoch)) {
    throw new BuildError(`SOURCE_DATE_EPOCH is "${epoch}". A number of seconds since 1970 is allowed.`);
  }
  const { commit, seconds } = await head();
  const since1970 = epoch ?? seconds;
  const builtAt = since1970 === null ? new Date() : new Date(Number(since1970) * 1000);
  return { version: VERSION, commit, builtAt: builtAt.toISOString() };
}

/** The commit of the checkout, with a mark when files differ from it, otherwise with its date; null outside of one. */
async function head(): Promise<{ commit: string | null; seconds: string | null }> {
  try {
    const [commit, seconds] = (await run("git", ["show", "-s", "--format=%H %ct", "HEAD"])).trim().split(" ");
    const changes = (await run("git", ["status", "--porcelain", "--untracked-files=no"])).trim();
    return changes === ""
      ? { commit: commit!, seconds: seconds! }
      : { commit: `${commit}+changes`, seconds: null };
  } catch {
    return { commit: null, seconds: null };
  }
}
