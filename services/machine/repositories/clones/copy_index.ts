/**
 * Copies an index with its time. Git trusts the size of a file that is older than the index and fully compares newer ones, so
 * an index with a later time would hide edits made in the second of the checkout.
 *
 * @see git/git Documentation/technical/racy-git.txt
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtime } = await Deno.stat(from);
  await Deno.copyFile(from, to);
  // Without the original time, every file is compared.
  await Deno.utime(to, mtime ?? 1, mtime ?? 1);
}
