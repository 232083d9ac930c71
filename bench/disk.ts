/** The kind of file system that a directory lies on ("ext4"), where the system says so; else null. */
export function fileSystemOf(directory: string): string | null {
  let mounts: string;
  try {
    mounts = Deno.readTextFileSync("/proc/mounts");
  } catch {
    return null;
  }
  const real = Deno.realPathSync(directory);
  const holds = (point: string) =>
    real === point || real.startsWith(point.endsWith("/") ? point : `${point}/`);
  return mounts.split("\n").map((line) => line.split(" "))
    .filter(([, point]) => point !== undefined && holds(point))
    .toSorted((a, b) => b[1]!.length - a[1]!.length)[0]?.[2] ?? null;
}
