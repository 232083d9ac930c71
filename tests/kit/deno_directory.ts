/** Returns Deno's cache directory. */
export async function denoDirectory(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { denoDir: string }).denoDir;
}
