import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { type ContentReader, openContents } from "../git/content.ts";
import { openKeptContent } from "./kept_content.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { type ApplyStep, contentRequests } from "./replace.ts";
import { checkStagedContent } from "./stage.ts";
import type { BundleManifest, Control } from "../git/types.ts";

/** The approved new content of a file is in neither the bundle's artifact nor git's objects. */
export class ContentLostError extends UnavailableError {}

/** Where approved content may be: in a file that `newContent` wrote, if there is one, and in git's objects. */
interface ContentSources {
  readonly control: Control;
  readonly manifest: BundleManifest;
  readonly keptContent?: string | undefined;
}

/**
 * Opens the first source that contains, for every step, exactly the reviewed content.
 *
 * @throws {ContentLostError} when no source does
 */
export async function openReviewed(
  { control, manifest, keptContent }: ContentSources,
  steps: readonly ApplyStep[],
): Promise<ContentReader> {
  if (keptContent !== undefined) {
    const kept = await checked(() => openKeptContent(keptContent, manifest), steps);
    if (!(kept instanceof UnavailableError)) return kept;
  }
  const contents = await checked(() => openContents(control, manifest.resultTree), steps);
  if (!(contents instanceof UnavailableError)) return contents;
  throw new ContentLostError(contents.message, { cause: contents });
}

async function checked(
  open: () => ContentReader | Promise<ContentReader>,
  steps: readonly ApplyStep[],
): Promise<ContentReader | UnavailableError> {
  let contents: ContentReader | null = null;
  try {
    contents = await open();
    const pace = new Pace();
    contents.announce(contentRequests(steps));
    for (const { file: { path, after } } of steps) {
      if (after !== null) await checkStagedContent(contents, path, after);
      await pace.breathe();
    }
    return contents;
  } catch (error) {
    await contents?.[Symbol.asyncDispose]();
    if (error instanceof UnavailableError) return error;
    throw error;
  }
}
