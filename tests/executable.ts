/**
 * Writes a program that can be started at once. Another process makes the file: one that this process holds open for writing,
 * be it in a child that another test is starting just then, cannot be executed (execve(2), ETXTBSY).
 */
export function writeExecutable(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  Deno.writeFileSync(`${path}.written`, bytes, { mode: 0o755 });
  const copied = new Deno.Command("cp", { args: ["-p", `${path}.written`, path] }).outputSync();
  if (!copied.success) throw new Error(new TextDecoder().decode(copied.stderr));
  Deno.removeSync(`${path}.written`);
}
