import { sha256 } from "../../../store/chain.ts";
import type { SkillContent } from "../../../store/skills/document.ts";
import { parseUntrusted } from "../../ground/parsing/parse_untrusted.ts";
import { hashOfFiles, type Intake, pack } from "./pack.ts";
import { type ParsedSkill, parsedSkillSchema } from "./schemas.ts";

/** Ten MiB of text with every rule. */
const DEADLINE_MILLISECONDS = 60_000;

/** Reads and scans the files of a skill in a separate process. Throws `ParseError`. */
export async function parseSkill({ files, directory }: Intake): Promise<ParsedSkill> {
  const packed = new TextDecoder().decode(pack(files));
  return await parseUntrusted({
    parser: import.meta.resolve("./skill_parser.ts"),
    input: new TextEncoder().encode(JSON.stringify({ directory, packed })),
    what: "The skill",
    schema: parsedSkillSchema,
    limits: { deadlineMilliseconds: DEADLINE_MILLISECONDS },
  });
}

/** What is known of a skill's content; null if its manifest is invalid. */
export function skillContentOf({ files }: Intake, parsed: ParsedSkill): SkillContent | null {
  const { manifest, faults, permissions, bodyPreview } = parsed;
  if (manifest === null) return null;
  const { license, compatibility, ...rest } = manifest;
  return {
    ...rest,
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    contentSha256: hashOfFiles(files),
    files: files.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256(bytes) }))
      .toSorted((a, b) => a.path < b.path ? -1 : 1),
    bodyPreview,
    deviations: faults.map(({ message }) => message),
    permissions,
  };
}

/** Returns whether a human must review it first: it can run something, or has a serious finding. */
export const needsReview = ({ permissions, findings }: ParsedSkill): boolean =>
  permissions.scripts.length > 0 ||
  findings.some(({ severity }) => severity === "high" || severity === "critical");
