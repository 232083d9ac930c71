import type { BundleFile } from "../../model/types.ts";
import type { Rename } from "../../model/renames.ts";

const LETTERS = { added: "A", modified: "M", deleted: "D", renamed: "R" } as const;

/** One letter for what happens to a file, as in git, with a word for people who cannot see its colour. */
export function ChangeBadge({ file, rename }: { file: BundleFile; rename: Rename | undefined }) {
  const change = rename && rename.to === file.path ? "renamed" : file.change;
  return (
    <span class={`change-badge change-badge-${change}`} title={change}>
      <span aria-hidden="true">{LETTERS[change]}</span>
      <span class="visually-hidden">{change}</span>
    </span>
  );
}

/** The numbers of added and removed lines. */
export function LineCounts({ file }: { file: Pick<BundleFile, "additions" | "deletions" | "binary"> }) {
  if (file.binary) return <span class="line-counts">binary</span>;
  return (
    <span class="line-counts">
      <span class="line-counts-added">+{file.additions}</span>{" "}
      <span class="line-counts-removed">−{file.deletions}</span>
    </span>
  );
}
