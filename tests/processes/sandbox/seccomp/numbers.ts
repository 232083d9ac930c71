/** Where linux-libc-dev has the numbers of system calls of the architectures that have a filter, and the ABI's own number. */
const HEADERS = {
  x86_64: { path: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", abi: 0xc000003e },
  aarch64: { path: "/usr/include/asm-generic/unistd.h", abi: 0xc00000b7 },
} as const;

/** The system calls of an architecture by their number, as the kernel's headers have them. */
export type Numbers = { architecture: string; abi: number; names: ReadonlyMap<number, string> };

/** Reads the headers of this machine; null where they are not installed. */
export function readNumbers(): Numbers[] | null {
  try {
    return Object.entries(HEADERS).map(([architecture, { path, abi }]) => ({
      architecture,
      abi,
      names: new Map(
        [...Deno.readTextFileSync(path).matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)]
          .map(([, name, number]) => [Number(number), name!]),
      ),
    }));
  } catch {
    return null;
  }
}
