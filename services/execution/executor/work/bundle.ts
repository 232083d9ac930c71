import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { buildBundle, newContent } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { reportSecrets, secretsInPatch } from "../../../accounts/secrets/patch.ts";
import { by, type RunPort, type WorkspacePort } from "../../commands/ports.ts";
import { counting } from "../../../control/lifecycle/sessions.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { peopleOf } from "../entering/people.ts";
import { contentPath, manifestPath, patchPath, peoplePath } from "../../../control/runs/bundle_paths.ts";

/** Creates the patch bundle: the patch for reading, and the manifest that apply follows. */
export async function bundle(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const base = run.base!;
  const trees = { baseCommit: base.commit, baseTree: base.tree, resultTree: run.result!.tree };
  const control = await step.control();
  const { patch, manifest } = await buildBundle(control, trees, step.signal);
  const secrets = secretsInPatch(ctx, patch);
  const patchContent = await ctx.artifacts.write(patch);
  const manifestContent = await ctx.artifacts.write(JSON.stringify(manifest));
  const content = manifest.files.length > 0
    ? await ctx.artifacts.writeStream(newContent(control, manifest))
    : null;
  // An empty result has no artifacts, but what reads it finds these by their hash.
  for (const { sha256 } of content ? [] : [patchContent, manifestContent]) ctx.artifacts.recorded(sha256);
  const people = content ? await peopleOf(control, run, step.sessions()) : null;
  const peopleContent = people && await ctx.artifacts.write(JSON.stringify(people));
  const taskSessionIds = counting(run, step.sessions()).filter(({ result }) => result).map(({ id }) => id);
  await step.boundary("bundle:written");
  await step.advance(run.round, () => {
    const { files, additions, deletions } = manifest.stats;
    if (content) {
      const summary = `${counted(files, "file")}, +${additions} −${deletions}`;
      recordArtifact(ctx, step.context(), patchContent, {
        path: patchPath(run.round),
        purpose: "bundle",
        previewType: "diff",
        label: "Patch",
        summary,
        mediaType: "text/x-diff",
        round: run.round,
        taskSessionIds,
      }, { text: patch, changes: manifest.files.map(({ path }) => path) });
      recordArtifact(ctx, step.context(), manifestContent, {
        path: manifestPath(run.round),
        purpose: "bundle",
        previewType: "json",
        label: "Patch manifest",
        summary: `${summary}, with the hash and mode of each file before and after`,
        mediaType: "application/json",
        round: run.round,
        taskSessionIds,
      });
      recordArtifact(ctx, step.context(), content, {
        path: contentPath(run.round),
        purpose: "bundle",
        previewType: "binary",
        label: "New content",
        summary: "The new content of all files, in the manifest's order",
        mediaType: "application/octet-stream",
        round: run.round,
        taskSessionIds,
      });
    }
    if (peopleContent) {
      recordArtifact(ctx, step.context(), peopleContent, {
        path: peoplePath(run.round),
        purpose: "bundle",
        previewType: "json",
        label: "Changed by hand",
        summary: `${counted(people!.files.length, "file")} of the patch changed by a person`,
        mediaType: "application/json",
        round: run.round,
        taskSessionIds,
      });
    }
    const data = {
      patchSha256: patchContent.sha256,
      manifestSha256: manifestContent.sha256,
      baseCommit: base.commit,
      files,
      additions,
      deletions,
      ...(content && { contentSha256: content.sha256 }),
      ...(secrets.paths.length > 0 && { secretPaths: secrets.paths }),
    };
    reportSecrets(ctx, run.id, secrets);
    record(ctx, runStream, run.id, [{ type: "run.bundled", data: { ...data, ...by(step) } }], step.context());
  });
}
