/** A field of the manifest: its documentation and its validation. */
type ManifestField = {
  name: string;
  required: boolean;
  description: string;
  limits: string;
  example: unknown;
  /** Its JSON Schema. */
  json: Readonly<Record<string, unknown>>;
};

/** Every field of the Agent Skills specification. */
export const MANIFEST_FIELDS: readonly ManifestField[] = [
  {
    name: "name",
    required: true,
    description: "The skill's name, which is the same as that of its directory.",
    limits: "1 to 64 lower-case letters, digits and single hyphens; no hyphen at either end",
    example: "release-notes",
    json: { type: "string", minLength: 1, maxLength: 64 },
  },
  {
    name: "description",
    required: true,
    description: "What the skill does and when to use it. A worker sees it before it opens the skill.",
    limits: "1 to 1024 characters",
    example: "Writes release notes from commits. Use it when a release is prepared.",
    json: { type: "string", minLength: 1, maxLength: 1024 },
  },
  {
    name: "license",
    required: false,
    description: "The license of the skill.",
    limits: "a text",
    example: "MIT",
    json: { type: "string" },
  },
  {
    name: "compatibility",
    required: false,
    description: "What the skill needs: programs, network access, a system.",
    limits: "1 to 500 characters",
    example: "Needs git",
    json: { type: "string", minLength: 1, maxLength: 500 },
  },
  {
    name: "metadata",
    required: false,
    description: "Anything else, as names with texts.",
    limits: "texts by name",
    example: { author: "someone" },
    json: { type: "object", additionalProperties: { type: "string" } },
  },
  {
    name: "allowed-tools",
    required: false,
    description: "Tools that the skill mentions. It never grants one.",
    limits: "names, with spaces between them",
    example: "read_file search",
    json: { type: "string" },
  },
];
