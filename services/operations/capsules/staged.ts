import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { ArtifactEntry } from "../../control/runs/artifact_schemas.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ARCHIVES } from "./archive.later.ts";
import { type CapsuleFile, type CapsuleManifest, MAX_FILE_BYTES } from "./manifest.ts";
import { redactedBytes } from "./redacted.ts";

type LeftOut = CapsuleManifest["leftOut"];

/** The files of a capsule, written to a directory before it is known whether they leave. */
export class StagedFiles {
  readonly files: CapsuleFile[] = [];
  readonly leftOut: LeftOut = [];

  constructor(readonly ctx: Ctx, readonly directory: string) {}

  /** Returns where a file is. */
  pathOf(path: string): string {
    return join(this.directory, path);
  }

  /** Writes a file without its secrets, or says why it is left out. */
  async add(path: string, title: string, content: Uint8Array, recordedSha256: string | null): Promise<void> {
    const name = this.ctx.redactor.text(title);
    if (content.length > MAX_FILE_BYTES) return this.leaveOut(name, "too_large");
    const shown = await redactedBytes(this.ctx.redactor, content);
    if (!shown) return this.leaveOut(name, "secret");
    await Deno.mkdir(dirname(this.pathOf(path)), { recursive: true, mode: 0o700 });
    await Deno.writeFile(this.pathOf(path), shown.bytes, { createNew: true, mode: 0o600 });
    const sha256 = createHash("sha256").update(shown.bytes).digest("hex");
    const { length: size } = shown.bytes;
    this.files.push({ path, name, size, sha256, recordedSha256, secretsRemoved: shown.removed });
  }

  /** Adds a file that is there already and has no secrets. */
  async addWritten(path: string, name: string): Promise<void> {
    const { size } = await Deno.stat(this.pathOf(path));
    const { hashOfFile } = await ARCHIVES();
    const sha256 = await hashOfFile(this.pathOf(path));
    this.files.push({ path, name, size, sha256, recordedSha256: null, secretsRemoved: 0 });
  }

  /** Adds the evidence of a run. */
  async addEvidence(entries: readonly ArtifactEntry[]): Promise<void> {
    for (const [at, { path, sha256, size }] of entries.entries()) {
      if (size > MAX_FILE_BYTES) {
        this.leaveOut(path, "too_large");
        continue;
      }
      const content = await this.ctx.artifacts.read(sha256).catch(() => null);
      if (content) await this.add(`evidence/${at + 1}`, path, content, sha256);
      else this.leaveOut(path, "damaged");
    }
  }

  /** Says that something is not in the capsule. */
  leaveOut(what: string, why: LeftOut[number]["why"]): void {
    this.leftOut.push({ what, why });
  }
}
