/** How many bytes of a process lie in memory now. */
export async function residentBytes(pid: number): Promise<number> {
  const kibibytes = fromProc(pid) ?? await fromPs(pid);
  if (!(kibibytes > 0)) throw new Error(`Neither /proc nor ps says how much memory the process ${pid} has.`);
  return kibibytes * 1024;
}

function fromProc(pid: number): number | null {
  try {
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).output();
  return Number(new TextDecoder().decode(stdout));
}
