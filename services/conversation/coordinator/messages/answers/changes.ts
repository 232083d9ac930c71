import { readManifest } from "../../../../control/approvals/manifest.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import { type Focus, pendingOf } from "../../focus.ts";
import { answer, askBack, type MessageResult, type ReplyContext } from "../../situation.ts";

const LISTED = 30;

/** Lists the files that the run's patch changes, and says where to read its lines. */
export function changes({ ctx }: ReplyContext, { run }: Focus): MessageResult {
  if (!run) return askBack("This conversation has no run yet, so nothing was changed.");
  const manifest = run.bundle && readManifest(ctx, run.bundle.manifestSha256);
  if (!run.bundle || !manifest) {
    return answer(`The run ${run.id} is ${run.status} and has no patch.`, [run.id], run.id);
  }
  const { files, additions, deletions } = run.bundle;
  const pending = pendingOf(ctx, run);
  const where = pending
    ? `\`agent-harness review ${pending.id}\` shows every line.`
    : `\`agent-harness runs artifact ${run.id} --path bundles/round-${run.round}.patch\` shows every line.`;
  const more = manifest.files.length > LISTED ? [`and ${manifest.files.length - LISTED} more`] : [];
  return answer(
    [
      `The patch of ${run.id}, round ${run.round}: ${counted(files, "file")}, +${additions} −${deletions}.`,
      ...manifest.files.slice(0, LISTED).map((file) =>
        `- ${file.change} ${file.path} (+${file.additions} −${file.deletions})`
      ),
      ...more,
      where,
    ].join("\n"),
    [run.id, ...(pending ? [pending.id] : [])],
    run.id,
  );
}
