import { applyBundle, type BundleManifest } from "../../services/machine/repositories/mod.ts";
import { bundleOf, type Content, type Fixture, openSession } from "./fixtures.ts";

/** The files before. */
export const BASE: Record<string, Content> = {
  "modified.txt": "one\ntwo\nthree\n",
  "deleted/only.txt": "gone\n",
  "deleted/deep/er/file.txt": "gone\n",
  "run.sh": { executable: "#!/bin/sh\n" },
  "plain.sh": "#!/bin/sh\n",
  "link": { link: "modified.txt" },
  "becomes-link": "text\n",
  "binary.bin": new Uint8Array([0, 1, 2, 255, 254, 10, 13]),
  "untouched.txt": "untouched\n",
};

/** What a workspace changes in them. */
export const CHANGE: Record<string, Content | null> = {
  "modified.txt": "one\n2\nthree\n",
  "deleted/only.txt": null,
  "deleted/deep/er/file.txt": null,
  "run.sh": "#!/bin/sh\n",
  "plain.sh": { executable: "#!/bin/sh\necho\n" },
  "link": { link: "untouched.txt" },
  "becomes-link": { link: "link" },
  "binary.bin": new Uint8Array([255, 0, 13, 10, 0]),
  "new/deep/file.txt": "new\n",
  "empty": "",
};

/** Commits the files, and makes the bundle of the change, in a repository with these settings. */
export async function prepare(fixture: Fixture, settings: Record<string, string> = {}) {
  await fixture.commit(BASE);
  for (const [name, value] of Object.entries(settings)) await fixture.git("config", name, value);
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, CHANGE);
  const input = { control: session.control, root: fixture.root, manifest, token: "token" };
  type More = { manifest?: BundleManifest; token?: string; boundary?: (point: string) => Promise<void> };
  return {
    manifest,
    control: session.control,
    apply: (more: More = {}) => applyBundle({ ...input, ...more }),
  };
}
