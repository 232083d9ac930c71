import { acceptanceOf } from "../../../../client/accepted_hunks.ts";
import type { BundleFile } from "../../model/types.ts";
import { AcceptBox } from "./accept_box.tsx";
import { FileByHand } from "./by_hand.tsx";
import { ChangeBadge, LineCounts } from "./change_badge.tsx";
import type { DiffStore } from "./diff_store.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { ReviewView } from "./view.ts";

/** What a checkbox at a change does: accept what a review would write, or take it over from a result that is not picked. */
type Picking = "Accept" | "Take";

/** The properties that all parts of the diff share; `picking` is null where changes cannot be picked. */
export type DiffParts = { store: DiffStore; view: ReviewView; picking: Picking | null };

/** The header of a file: its change, its hashes, and the checkboxes to mark it as viewed and to accept it. */
export function FileRow({ store, view, picking, fileIndex }: DiffParts & { fileIndex: number }) {
  const diff = view.diffs.value[fileIndex];
  if (!diff) return null;
  const { file } = diff;
  const folded = view.folded.value.has(fileIndex);
  const viewed = store.viewed.value.has(file.id);
  return (
    <div class="diff-file">
      <button
        type="button"
        class="fold-button"
        aria-expanded={!folded}
        aria-label={`${folded ? "Open" : "Fold"} ${file.path}`}
        onClick={() => view.toggleFold(fileIndex)}
      >
        {folded ? "▸" : "▾"}
      </button>
      <ChangeBadge file={file} rename={view.renames.value.get(file.path)} />
      <ShownText as="h2" class="diff-file-path" text={file.path} />
      <FileByHand store={store} path={file.path} />
      <RenameNote file={file} view={view} />
      <span class="diff-file-mode">{modeNote(file)}</span>
      <LineCounts file={file} />
      <span class="diff-file-hash" title={hashTitle(file)}>{shortHash(file)}</span>
      {picking && (
        <AcceptBox
          acceptance={acceptanceOf(file, store.leftOut.value)}
          label={picking}
          about={`all of ${file.path}`}
          disabled={store.closed.value !== null}
          onToggle={() => view.toggleHunks(file.hunks.map(({ id }) => id))}
        />
      )}
      <ViewedBox store={store} view={view} fileIndex={fileIndex} viewed={viewed} path={file.path} />
    </div>
  );
}

type ViewedBoxProps = Omit<DiffParts, "picking"> & { fileIndex: number; viewed: boolean; path: string };

/** The checkbox that marks a file as viewed. */
export function ViewedBox({ view, fileIndex, viewed, path }: ViewedBoxProps) {
  return (
    <label class="viewed-box">
      <input
        type="checkbox"
        checked={viewed}
        onChange={() => view.toggleViewed(fileIndex)}
        aria-label={`Viewed ${path}`}
      />
      <span aria-hidden="true">Viewed</span>
    </label>
  );
}

function RenameNote({ file, view }: { file: BundleFile; view: ReviewView }) {
  const rename = view.renames.value.get(file.path);
  if (!rename) return null;
  const arrived = rename.to === file.path;
  const other = arrived ? rename.from : rename.to;
  const alike = rename.shared === 1 ? "unchanged" : `${Math.floor(rename.shared * 100)}% the same`;
  const index = view.diffs.value.findIndex((diff) => diff.file.path === other);
  return (
    <button type="button" class="link-button diff-file-rename" onClick={() => view.goToFile(index)}>
      {arrived ? "renamed from" : "renamed to"} <ShownText text={other} /> ({alike})
    </button>
  );
}

function modeNote({ before, after }: BundleFile): string {
  if (before && after && before.mode !== after.mode) return `mode ${before.mode} → ${after.mode}`;
  return after?.mode === "100755" && !before ? "executable" : "";
}

const shortHash = ({ before, after }: BundleFile): string =>
  `${before?.sha256.slice(0, 7) ?? "none"} → ${after?.sha256.slice(0, 7) ?? "none"}`;

const hashTitle = ({ before, after }: BundleFile): string =>
  `SHA-256 before: ${before?.sha256 ?? "the file does not exist"}\nafter: ${
    after?.sha256 ?? "the file is deleted"
  }`;
