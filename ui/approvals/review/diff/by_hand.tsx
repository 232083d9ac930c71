import { Badge } from "../../../kit/badge.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { counted } from "../../../../client/words.ts";
import type { FileDiff } from "../../model/patch.ts";
import { isByHand, namesOf } from "../../model/people.ts";
import type { ReviewStore } from "../store/store.ts";
import type { DiffStore } from "./diff_store.ts";

/** The note that a person changed a file. */
export function FileByHand({ store, path }: { store: DiffStore; path: string }) {
  const people = store.people.value;
  const file = people?.files.find((each) => each.path === path);
  if (!people || !file) return null;
  const how = file.whole ? "changed by" : "in part changed by";
  return <Badge tone="info" title="While the worker waited">{how} {namesOf(people)}</Badge>;
}

/** The note that a person changed something in a hunk. */
export function HunkByHand({ store, path, hunk }: {
  store: DiffStore;
  path: string;
  hunk: FileDiff["hunks"][number];
}) {
  const people = store.people.value;
  const file = people?.files.find((each) => each.path === path);
  // A diff since another round has its own line numbers.
  if (!people || !file || store.since.from.value !== null || !isByHand(file, hunk)) return null;
  return <span class="diff-hunk-note">changed by {namesOf(people)}</span>;
}

/** The visits of people to the run's tasks, with the worktree before and after each. */
export function ByHandSection({ store }: { store: ReviewStore }) {
  const people = store.people.value;
  if (!people) return null;
  return (
    <ul class="plain-list">
      {people.visits.map(({ by = "A person", title, enteredAt, handedBackAt, before, after, files }) => (
        <li key={enteredAt} class="wrap-anywhere">
          {by} was in “<ShownText text={title} />” from <Time at={enteredAt} /> to <Time at={handedBackAt} />
          {" "}
          and changed {files === 0 ? "no file" : counted(files, "file")}.
          <p class="hint small">
            Tree before: <code title={before.tree}>{before.tree.slice(0, 12)}</code>, after:{" "}
            <code title={after.tree}>{after.tree.slice(0, 12)}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
