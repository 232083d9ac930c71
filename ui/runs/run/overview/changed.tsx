import { counted } from "../../../../client/words.ts";
import { bundleOf } from "../../../approvals/model/types.ts";
import { ChangeBadge, LineCounts } from "../../../approvals/review/diff/change_badge.tsx";
import { Link } from "../../../kit/link.tsx";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { Workspace } from "../../types.ts";

/** The maximum number of files that are listed; the rest are in the review. */
const MAX_LISTED = 12;

/** The files of the newest patch, with a link to its diff. */
export function Changed({ workspace: { run, approvals } }: { workspace: Workspace }) {
  const approval = approvals.findLast((each) => bundleOf(each) !== null);
  const bundle = approval && bundleOf(approval);
  if (!bundle) return null;
  const { files, stats } = bundle;
  return (
    <section class="panel" aria-labelledby="changed">
      <div class="panel-head">
        <h2 id="changed">{run.appliedAt ? "What changed" : "What would change"}</h2>
        <span class="hint small numbers">
          {counted(stats.files, "file")}, +{stats.additions} −{stats.deletions}
        </span>
        <span class="grow" />
        <Link class="button button-small" to={approval.id}>Open the diff</Link>
      </div>
      <ul class="changed-files">
        {files.slice(0, MAX_LISTED).map((file) => (
          <li key={file.id}>
            <ChangeBadge file={file} rename={undefined} />
            <span class="mono wrap-anywhere grow">
              <ShownText text={file.path} />
            </span>
            <LineCounts file={file} />
          </li>
        ))}
        {files.length > MAX_LISTED && <li class="hint">and {files.length - MAX_LISTED} more</li>}
      </ul>
    </section>
  );
}
