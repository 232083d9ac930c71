const encoder = new TextEncoder();

/** Writes one line to stdout: the only way in which a measurement speaks. */
export function print(line: string): void {
  let bytes = encoder.encode(`${line}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
}
