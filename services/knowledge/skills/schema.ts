import { MANIFEST_FIELDS } from "./fields.ts";
import type { SkillBuilder } from "./schemas.ts";

const TEMPLATE = `---
name: release-notes
description: Writes release notes from the commits since the last tag. Use it when a release is prepared.
license: MIT
---

# Release notes

## When to use it

Say in which situations a worker should follow this.

## Steps

1. List the commits since the last tag.
2. Group them by what changes for people.
3. Write one line for each, without the names of files.
`;

/** Returns what is needed to write a skill: the schema of its manifest, its fields, and a SKILL.md to start from. */
export const getSkillSchema = (): SkillBuilder => ({
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    additionalProperties: false,
    required: MANIFEST_FIELDS.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      MANIFEST_FIELDS.map(({ name, description, json }) => [name, { description, ...json }]),
    ),
  },
  fields: MANIFEST_FIELDS.map(({ json: _, ...field }) => field),
  template: TEMPLATE,
});
