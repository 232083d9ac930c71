/** Says which Debian packages tests need and this machine lacks, and installs them where it is told to. */
import { findProgram } from "../services/ground/kernel/find_program.ts";
import { canInstall, install, packagesWithout, readInstallArguments } from "./debian.ts";

/** Root's programs too, which the PATH of other users leaves out. */
const path = `${Deno.env.get("PATH") ?? ""}:/usr/sbin:/sbin`;

function main(): number {
  const say = (sentence: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${sentence}\n`));
  const asked = readInstallArguments(Deno.args);
  if (asked === null) {
    say(`"${Deno.args.join(" ")}" is not understood. Usage: deno task test:programs [--install]`);
    return 2;
  }
  const missing = packagesWithout((program) => findProgram(program, path) !== null);
  if (missing.length === 0) {
    say("Every program that a test may need is installed.");
    return 0;
  }
  if (asked === "install" && canInstall()) return install(missing, "inherit") ? 0 : 1;
  say(`These packages are missing. Run: sudo apt-get install ${missing.join(" ")}`);
  return 1;
}

Deno.exit(main());
