/**
 * Copies an index with its time. Git trusts the size of a file that is older than the index and compares in full one that
 * is as young, so an index that seems younger than it is hides edits made in the second of the checkout.
 *
 * @see git/git Documentation/technical/racy-git.txt
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtime } = await Deno.stat(from);
  await Deno.copyFile(from, to);
  // Without a time of its own, every file is compared.
  await Deno.utime(to, mtime ?? 1, mtime ?? 1);
}
