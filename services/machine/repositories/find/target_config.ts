import { Recent } from "../../../../store/recent.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { readSmallFile } from "../git/files.ts";
import { GitError, gitText } from "../git/git.ts";
import type { LineEndings, ObjectFormat } from "../git/types.ts";

/** The settings of a target's configuration that matter here. */
interface TargetConfig {
  readonly objectFormat: ObjectFormat;
  readonly bare: boolean;
  readonly workTree: string | null;
  readonly lineEndings: LineEndings;
  readonly anyMode?: true;
}

/**
 * Reads a target's configuration file as data: git parses it, without includes and without using it. The line endings and file
 * modes that it does not set are as `others` say, such as the person's own configuration.
 *
 * @throws {InvalidError} when it cannot be parsed or asks for a format that is not supported (reftable)
 * @see git-config(1), `--file`; gitrepository-layout(5), `extensions`
 */
export async function readTargetConfig(commonDir: string, others: Settings): Promise<TargetConfig> {
  const file = `${commonDir}/config`;
  const settings = await readSettings(file);
  const setting = (key: string) => settings.get(key) ?? others.get(key);
  const version = settings.get("core.repositoryformatversion") ?? "0";
  const refStorage = settings.get("extensions.refstorage") ?? "files";
  const objectFormat = settings.get("extensions.objectformat") ?? "sha1";
  if (version !== "0" && version !== "1") {
    throw new InvalidError(
      `The repository at ${commonDir} has the format version ${version}. Only 0 and 1 are supported.`,
    );
  }
  if (refStorage !== "files") {
    throw new InvalidError(
      `The repository at ${commonDir} stores its refs as "${refStorage}". Only "files" is supported.`,
    );
  }
  if (objectFormat !== "sha1" && objectFormat !== "sha256") {
    throw new InvalidError(
      `The repository at ${commonDir} has the object format "${objectFormat}". Only sha1 and sha256 are supported.`,
    );
  }
  return {
    objectFormat,
    bare: isTrue(settings.get("core.bare")),
    workTree: settings.get("core.worktree") ?? null,
    lineEndings: {
      autocrlf: setting("core.autocrlf")?.toLowerCase() === "input"
        ? "input"
        : isTrue(setting("core.autocrlf"))
        ? "true"
        : "false",
      eol: lineEnding(setting("core.eol")),
    },
    ...(!isTrue(setting("core.filemode") ?? "true") && { anyMode: true as const }),
  };
}

/** Settings by their keys, in lower case where git ignores it. */
export type Settings = ReadonlyMap<string, string>;

/** Cached by the file's whole text, so git is called again only when it changes. */
const parsed = new Recent<{ readonly settings: Settings }>(100);

/** Returns the settings of a configuration file, without includes. Throws {InvalidError} when it cannot be read. */
export async function readSettings(file: string): Promise<Settings> {
  try {
    const text = await readSmallFile(file);
    if (text === null) throw new Deno.errors.NotFound(file);
    const settings = parsed.get(text)?.settings ?? await parseSettings(text);
    parsed.set(text, { settings });
    return settings;
  } catch (cause) {
    const broken = [GitError, Deno.errors.NotFound, Deno.errors.PermissionDenied];
    if (!broken.some((kind) => cause instanceof kind)) throw cause;
    throw new InvalidError(`The git configuration ${file} cannot be read. Repair it and try again.`, {
      cause,
    });
  }
}

/** Returns the settings of a configuration by their keys, in lower case where git ignores it. Throws {GitError} when git cannot parse it. */
export async function parseSettings(stdin: string): Promise<Settings> {
  const listed = await gitText(["config", "--file", "-", "--no-includes", "--null", "--list"], { stdin });
  return parseListed(listed);
}

/** Returns the settings that `git config --null --list` printed. */
export const parseListed = (listed: string): Settings =>
  new Map(
    listed.split("\0").filter((entry) => entry !== "").map((entry) => {
      const [key = "", ...value] = entry.split("\n");
      // A key without "=" is how git spells true.
      return [key, entry.includes("\n") ? value.join("\n") : "true"];
    }),
  );

function isTrue(value: string | undefined): boolean {
  return value !== undefined && ["true", "yes", "on", "1"].includes(value.toLowerCase());
}

function lineEnding(value: string | undefined): LineEndings["eol"] {
  const known = value?.toLowerCase();
  return known === "lf" || known === "crlf" ? known : "native";
}
