import { VERSION } from "../services/ground/kernel/version.ts";
import { BuildError, run } from "./run.ts";

/** Version, commit and date. `SOURCE_DATE_EPOCH` makes builds of one commit the same, byte for byte. */
export async function buildInfo(): Promise<{ version: string; commit: string | null; builtAt: string }> {
  const epoch = Deno.env.get("SOURCE_DATE_EPOCH");
  if (epoch !== undefined && !/^\d{1,11}$/.test(epoch)) {
    throw new BuildError(`SOURCE_DATE_EPOCH is "${epoch}". A number of seconds since 1970 is allowed.`);
  }
  const builtAt = (epoch === undefined ? new Date() : new Date(Number(epoch) * 1000)).toISOString();
  return { version: VERSION, commit: await commit(), builtAt };
}

/** The commit of the checkout, with a mark when files differ from it; null outside of one. */
async function commit(): Promise<string | null> {
  try {
    const head = (await run("git", ["rev-parse", "HEAD"])).trim();
    const changes = (await run("git", ["status", "--porcelain", "--untracked-files=no"])).trim();
    return changes === "" ? head : `${head}+changes`;
  } catch {
    return null;
  }
}
