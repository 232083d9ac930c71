import { fileURLToPath } from "node:url";

/**
 * Downloads the packages that a parser imports. This service downloads its own when they are first needed, but a parser reaches
 * no network. A download that fails is seen when the parser is started again.
 */
export async function downloadPackages(entry: string): Promise<void> {
  await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--quiet", fileURLToPath(entry)],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
}
