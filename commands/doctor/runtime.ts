import { type DoctorFinding, failed, ok } from "./finding.ts";
import { LOCAL } from "../local.later.ts";

const OLDEST_DENO = [2, 9] as const;

/** Checks whether Deno is new enough. A packaged program includes its own. */
export async function checkRuntime(deno: string = Deno.version.deno): Promise<DoctorFinding> {
  const { currentBuild } = await LOCAL.build();
  const { packaging, version } = currentBuild();
  const [major = 0, minor = 0] = deno.split(".").map(Number);
  const [least, leastMinor] = OLDEST_DENO;
  if (major < least || (major === least && minor < leastMinor)) {
    return failed(
      "runtime",
      `Deno ${deno} is too old. Version ${OLDEST_DENO.join(".")} or newer is required.`,
      "deno upgrade    # or: npm install --global deno@latest",
    );
  }
  const where = packaging === "source" ? "from source" : `${packaging}, with its own Deno`;
  return ok("runtime", `agent-harness ${version} (${where}), Deno ${deno}; Node is not needed.`);
}
