import type { ImportLoss } from "../../../store/changes/document.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { readFrontmatter } from "../../knowledge/skills/frontmatter.ts";
import { TOOL_REGISTRATIONS } from "../worker_kinds/kinds.ts";
import { foreignTools } from "./import_tools.ts";
import type { ProfileSettings } from "./schemas.ts";

/** More than any agent's frontmatter needs; it is parsed in one piece. */
const MAX_FRONTMATTER = 8 * 1024;
const NESTED = /(?:[-?][ \t]+){6}|[[{]{6}|^ {24,}\S/m;

/** The profile from a file of `.claude/agents`, and the result for each of its meaningful lines. */
type ImportedAgent = { proposed: ProfileSettings & { label: string }; losses: ImportLoss[] };

type Fields = ReturnType<typeof readFrontmatter>["fields"];

/**
 * Reads a Claude Code agent. Fields without a counterpart are refused in the report, and nothing is guessed. `skills` are those
 * that may be used. Throws `InvalidError` for a file of another kind.
 */
export function readAgentFile(content: string, skills: readonly string[]): ImportedAgent {
  const { fields, body, faults } = frontmatterOf(content);
  const losses: ImportLoss[] = faults.map(({ line, message }) => ({ line, status: "changed", why: message }));
  const note = (name: string, status: ImportLoss["status"], why: string) =>
    void losses.push({ line: fields.get(name)?.line ?? 1, status, why });
  const label = textOf(fields, "name");
  if (label === null) throw new InvalidError("import: the agent file needs a name.");
  note("name", "imported", `"name" is the profile's label.`);
  const description = textOf(fields, "description");
  if (description !== null) note("description", "imported", `"description" is the profile's description.`);
  const instructions = body.trim();
  const line = content.slice(0, content.length - body.length).split("\n").length;
  if (instructions !== "") {
    losses.push({ line, status: "imported", why: "The text becomes the profile's instructions." });
  }
  const proposed = {
    label: label.slice(0, 200),
    description: (description ?? "").slice(0, 2000),
    instructions: instructions.slice(0, 20_000),
    ...toolsOf(fields, note),
    ...skillsOf(fields, skills, note),
    ...limitsOf(fields, note),
  };
  if (instructions.length > 20_000) {
    losses.push({ line, status: "changed", why: "The text is truncated at 20,000 characters." });
  }
  noteModel(fields, note);
  for (const name of fields.keys()) {
    if (!KNOWN.includes(name)) {
      note(name, "refused", `"${name.slice(0, 80)}" has no counterpart in a profile.`);
    }
  }
  return { proposed, losses: losses.toSorted((a, b) => a.line - b.line) };
}

const KNOWN = ["name", "description", "tools", "disallowedTools", "model", "maxTurns", "skills"];

type Note = (name: string, status: ImportLoss["status"], why: string) => void;

function frontmatterOf(content: string) {
  const end = content.indexOf("\n---", 3);
  const head = content.slice(0, end < 0 ? content.length : end);
  if (head.length > MAX_FRONTMATTER || NESTED.test(head)) {
    throw new InvalidError(
      `import: the frontmatter of an agent has at most ${MAX_FRONTMATTER} characters and little nesting.`,
    );
  }
  const read = readFrontmatter(content);
  const fault = read.faults.find(({ lenient }) => !lenient);
  if (fault) {
    throw new InvalidError(
      `import, line ${fault.line}: ${fault.message.replaceAll("SKILL.md", "the agent's file")}`,
    );
  }
  return read;
}

function textOf(fields: Fields, name: string): string | null {
  const value = fields.get(name)?.value;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Returns the names in a list, or in a comma-separated text; null without such a field. */
function namesOf(fields: Fields, name: string): string[] | null {
  const value = fields.get(name)?.value;
  if (value === undefined || value === null) return null;
  const names = Array.isArray(value) ? value.map(String) : String(value).split(/,(?![^(]*\))/);
  return names.map((each) => each.trim()).filter((each) => each !== "");
}

/** Returns the remaining tools; without any field, those of the role. */
function toolsOf(fields: Fields, note: Note): { toolAllowlist?: string[] } {
  const [allowed, denied] = [namesOf(fields, "tools"), namesOf(fields, "disallowedTools")];
  if (allowed === null && denied === null) {
    note("name", "changed", "Without tools it would inherit all. Here it gets those of its role.");
    return {};
  }
  const base = allowed === null ? TOOL_REGISTRATIONS.map(({ name }) => name) : foreignTools(
    allowed,
    (status, why) => note("tools", status, why),
  );
  const without = foreignTools(
    (denied ?? []).map((name) => name.replace(/\(.*\)$/, "")),
    (status, why) => note("disallowedTools", status, why),
  );
  return { toolAllowlist: base.filter((name) => !without.includes(name)) };
}

function skillsOf(fields: Fields, usable: readonly string[], note: Note): { skillIds?: string[] } {
  const named = namesOf(fields, "skills");
  if (named === null) return {};
  for (const name of named) {
    const there = usable.includes(name);
    const why = there
      ? `The skill "${name}" was added to the profile.`
      : `There is no usable skill "${name}".`;
    note("skills", there ? "imported" : "refused", why);
  }
  return { skillIds: [...new Set(named.filter((name) => usable.includes(name)))] };
}

function limitsOf(fields: Fields, note: Note): { limits?: { maxTurns: number } } {
  const turns = Number(fields.get("maxTurns")?.value ?? NaN);
  if (!fields.has("maxTurns")) return {};
  if (!Number.isInteger(turns) || turns < 1 || turns > 1000) {
    note("maxTurns", "refused", "maxTurns must be a whole number from 1 to 1000.");
    return {};
  }
  note("maxTurns", "imported", `"maxTurns" is the limit of turns.`);
  return { limits: { maxTurns: turns } };
}

function noteModel(fields: Fields, note: Note): void {
  const model = textOf(fields, "model");
  if (model === "inherit") note("model", "imported", "The run's routing selects the model.");
  else if (model !== null) {
    note("model", "refused", `"${model}" names no provider. Set provider and model of the profile yourself.`);
  }
}
