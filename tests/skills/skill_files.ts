import type { Harness } from "../harness.ts";

/** Returns a SKILL.md with these fields. */
export const manifest = (fields: string, body = "# Steps\n") => `---\n${fields}\n---\n${body}`;

/** Returns a valid SKILL.md of that name. */
export const plain = (name: string, body?: string) =>
  manifest(`name: ${name}\ndescription: Says how. Use it in tests.`, body);

/** Returns the body of a request with a SKILL.md and other files. */
export const files = (content: string, more: { path: string; content: string }[] = []) => ({
  files: [{ path: "SKILL.md", content }, ...more],
});

/** Validates a SKILL.md. */
export const validate = (h: Harness, content: string) =>
  h.operator("POST /skills/validate", { body: files(content) });
