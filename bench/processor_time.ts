/**
 * Returns how long the threads of a process have had a processor, in milliseconds, as Linux counts it. It is exact where the
 * system's own sum counts in hundredths of a second, and leaves out threads that have ended.
 */
export function processorMilliseconds(pid: number): number {
  const directory = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const { name } of Deno.readDirSync(directory)) {
    try {
      nanoseconds += Number(Deno.readTextFileSync(`${directory}/${name}/schedstat`).split(" ")[0]);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return nanoseconds / 1e6;
}
