import { MANIFEST_FIELDS } from "./fields.ts";
import type { Frontmatter, SkillFault } from "./frontmatter.ts";

/** The fields of a SKILL.md, once they have the right types. */
export type ManifestFields = {
  name: string;
  description: string;
  license?: string;
  compatibility?: string;
  metadata: Record<string, string>;
  allowedTools: string[];
};

/** Longer than any known description; up to here, exceeding the standard's limit is a deviation. */
const MAX_DESCRIPTION = 4096;

/** Checks the fields by the rules of the reference validator. `directory` is the name of the skill's directory, if known. */
export function readManifest(
  { fields, faults: before }: Frontmatter,
  directory: string | null,
): { manifest: ManifestFields | null; faults: SkillFault[] } {
  const faults = [...before];
  const lineOf = (name: string) => fields.get(name)?.line ?? 1;
  const fault = (rule: string, name: string, message: string, lenient = false) =>
    faults.push({ rule, line: lineOf(name), message, ...(lenient && { lenient: true }) });
  const textOf = (name: string): string | null => {
    const value = fields.get(name)?.value;
    if (value === undefined || value === null) return null;
    if (typeof value === "string") return value.trim();
    fault(`${name}-type`, name, `${name} must be a string.`);
    return null;
  };
  if (before.some(({ lenient }) => !lenient)) return { manifest: null, faults };
  const known = MANIFEST_FIELDS.map(({ name }) => name);
  for (const name of fields.keys()) {
    if (!known.includes(name)) {
      fault(
        "unknown-field",
        name,
        `${name.slice(0, 80)} is not a field of a SKILL.md. The fields are: ${known.join(", ")}.`,
        true,
      );
    }
  }
  const name = textOf("name")?.normalize("NFKC") ?? "";
  for (const message of nameProblems(name)) fault("name", "name", message);
  if (directory !== null && name !== "" && directory.normalize("NFKC") !== name) {
    fault(
      "name-directory",
      "name",
      `The name "${name}" differs from that of its directory, "${directory}".`,
      true,
    );
  }
  const description = textOf("description") ?? "";
  if (description === "") fault("description", "description", "description is missing or empty.");
  if (description.length > 1024) {
    const message = `description has ${description.length} characters, more than 1024.`;
    fault("description-length", "description", message, description.length <= MAX_DESCRIPTION);
  }
  const compatibility = textOf("compatibility");
  if (compatibility !== null && (compatibility.length > 500 || compatibility === "")) {
    fault("compatibility", "compatibility", "compatibility must have 1 to 500 characters.");
  }
  const license = textOf("license");
  const metadata = metadataOf(
    fields.get("metadata")?.value,
    (message) => fault("metadata", "metadata", message, true),
  );
  const allowedTools = toolsOf(fields.get("allowed-tools")?.value);
  if (allowedTools === null) {
    fault("allowed-tools", "allowed-tools", "allowed-tools must be a string or a list of strings.");
  }
  if (faults.some(({ lenient }) => !lenient)) return { manifest: null, faults };
  return {
    manifest: {
      name,
      description,
      ...(license !== null && { license }),
      ...(compatibility !== null && { compatibility }),
      metadata,
      allowedTools: allowedTools ?? [],
    },
    faults,
  };
}

function nameProblems(name: string): string[] {
  if (name === "") return ["name is missing or empty."];
  return [
    ...([...name].length > 64 ? ["name has more than 64 characters."] : []),
    ...(name === name.toLowerCase() ? [] : ["name must be in lower case."]),
    ...(/^-|-$/.test(name) ? ["name must not begin or end with a hyphen."] : []),
    ...(name.includes("--") ? ["name must not contain two hyphens in a row."] : []),
    ...(/^[\p{L}\p{N}-]+$/u.test(name) ? [] : ["name may contain only letters, digits and hyphens."]),
  ];
}

function metadataOf(value: unknown, complain: (message: string) => void): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    complain("metadata must be a mapping of names to strings.");
    return {};
  }
  const entries = Object.entries(value);
  if (entries.some(([, each]) => typeof each === "object")) {
    complain("metadata contains values that are not strings.");
  }
  return Object.fromEntries(
    entries.slice(0, 100).map((
      [name, each],
    ) => [name.slice(0, 200), (typeof each === "string" ? each : JSON.stringify(each)).slice(0, 2000)]),
  );
}

function toolsOf(value: unknown): string[] | null {
  if (value === undefined || value === null) return [];
  const texts = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === "string")) return null;
  return [...new Set(texts.flatMap((text: string) => text.split(/[\s,]+/)).filter((tool) => tool !== ""))]
    .slice(0, 200);
}
