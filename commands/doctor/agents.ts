import { LOCAL } from "../local.later.ts";
import { type DoctorFinding, ok, warning } from "./finding.ts";

/** Checks that the coding agents on this machine find the programs that their tools need. */
export async function checkAgents(): Promise<DoctorFinding[]> {
  const { installedAgents, presetOf } = await LOCAL.agents();
  const { describeMissing, expectedPrograms } = await LOCAL.expectedPrograms();
  const searchPath = Deno.env.get("PATH") ?? "";
  return installedAgents(searchPath).map(({ id, label, command = [] }) => {
    const { missing } = expectedPrograms(presetOf(command).expects, searchPath, Deno.env.get("HOME") ?? null);
    if (missing.length === 0) return ok(id, `${label} is installed, with the programs that it needs.`);
    const packages = missing.map((each) => each.package).join(" ");
    const install = Deno.build.os === "darwin" ? "brew install" : "sudo apt-get install";
    return warning(id, describeMissing(label, missing), `${install} ${packages}`);
  });
}
