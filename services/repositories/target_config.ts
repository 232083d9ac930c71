import { InvalidError } from "../errors.ts";
import { GitError, gitText } from "./git.ts";
import type { LineEndings, ObjectFormat } from "./types.ts";

/** The few settings of a target's configuration that matter here. */
export interface TargetConfig {
  readonly objectFormat: ObjectFormat;
  readonly bare: boolean;
  readonly workTree: string | null;
  readonly lineEndings: LineEndings;
}

/**
 * Reads a target's configuration file as data: git parses it, without includes and without using it.
 *
 * @throws {InvalidError} when it cannot be parsed or asks for a format that is not supported (reftable)
 * @see git-config(1), `--file`; gitrepository-layout(5), `extensions`
 */
export async function readTargetConfig(commonDir: string): Promise<TargetConfig> {
  const file = `${commonDir}/config`;
  const settings = await readSettings(file);
  const version = settings.get("core.repositoryformatversion") ?? "0";
  const refStorage = settings.get("extensions.refstorage") ?? "files";
  const objectFormat = settings.get("extensions.objectformat") ?? "sha1";
  if (version !== "0" && version !== "1") {
    throw new InvalidError(
      `The repository at ${commonDir} has the format version ${version}; 0 and 1 are supported.`,
    );
  }
  if (refStorage !== "files") {
    throw new InvalidError(
      `The repository at ${commonDir} stores its refs as "${refStorage}"; only "files" is supported.`,
    );
  }
  if (objectFormat !== "sha1" && objectFormat !== "sha256") {
    throw new InvalidError(
      `The repository at ${commonDir} has the object format "${objectFormat}"; sha1 and sha256 are supported.`,
    );
  }
  return {
    objectFormat,
    bare: isTrue(settings.get("core.bare")),
    workTree: settings.get("core.worktree") ?? null,
    lineEndings: {
      autocrlf: settings.get("core.autocrlf")?.toLowerCase() === "input"
        ? "input"
        : isTrue(settings.get("core.autocrlf"))
        ? "true"
        : "false",
      eol: lineEnding(settings.get("core.eol")),
    },
  };
}

async function readSettings(file: string): Promise<Map<string, string>> {
  try {
    const listed = await gitText(["config", "--file", file, "--no-includes", "--null", "--list"]);
    return new Map(
      listed.split("\0").filter((entry) => entry !== "").map((entry) => {
        const [key = "", ...value] = entry.split("\n");
        // A key without "=" is how git spells true.
        return [key, entry.includes("\n") ? value.join("\n") : "true"];
      }),
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new InvalidError(`The git configuration ${file} cannot be read; repair it and try again.`, {
      cause: error,
    });
  }
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && ["true", "yes", "on", "1"].includes(value.toLowerCase());
}

function lineEnding(value: string | undefined): LineEndings["eol"] {
  const known = value?.toLowerCase();
  return known === "lf" || known === "crlf" ? known : "native";
}
