import { bundleOf } from "../../../client/patch.ts";
import { shellWord } from "../../../client/shell_word.ts";
import { editorAddress } from "../../kit/editor.ts";
import { viewApplied } from "../../../client/view_applied.ts";
import type { Review } from "./types.ts";

/** A command for a terminal, with its purpose. */
type NextLine = { what: string; line: string };

/** Returns commands for a person to use after a patch was applied. They are not executed here. */
export function nextLines(
  { target, delivery, approval }: Pick<Review, "target" | "delivery" | "approval">,
): NextLine[] {
  if (!target || target.kind !== "git") return [];
  if (!delivery) {
    return [{ what: "View it", line: viewApplied(target.root, bundleOf(approval)?.files ?? []) }];
  }
  const { branch, commit } = delivery;
  if (!branch) return [];
  return [
    { what: "View it", line: `git -C ${shellWord(target.root)} show ${commit}` },
    {
      what: "Open a pull request",
      line: `cd ${
        shellWord(target.root)
      } && git push -u origin ${branch} && gh pr create --head ${branch} --fill`,
    },
  ];
}

/** Returns the URL that opens a file in the editor. */
export const editorLink = (root: string, path: string): string => editorAddress(`${root}/${path}`);
