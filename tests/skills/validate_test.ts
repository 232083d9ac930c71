import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { files, manifest, plain, validate } from "./skill_files.ts";

/** What the reference validator says of each: valid or not. */
const REFERENCE: readonly [string, string, boolean][] = [
  ["a plain skill", plain("my-skill"), true],
  [
    "all fields",
    manifest(
      'name: s\ndescription: d\nlicense: MIT\ncompatibility: git\nmetadata:\n  a: "1"\nallowed-tools: Read Grep',
    ),
    true,
  ],
  ["a name in another script", plain("навык"), true],
  ["a Chinese name", plain("技能"), true],
  ["a name with digits", plain("s3-upload-2"), true],
  ["a name of 64 characters", plain("a".repeat(64)), true],
  ["a name of 65 characters", plain("a".repeat(65)), false],
  ["an upper-case name", plain("MySkill"), false],
  ["an upper-case name in another script", plain("НАВЫК"), false],
  ["a leading hyphen", plain("-skill"), false],
  ["a trailing hyphen", plain("skill-"), false],
  ["two hyphens", plain("my--skill"), false],
  ["an underscore", plain("my_skill"), false],
  ["a space", plain("my skill"), false],
  ["no name", manifest("description: d"), false],
  ["no description", manifest("name: s"), false],
  ["an empty description", manifest('name: s\ndescription: ""'), false],
  ["a description of 1024 characters", manifest(`name: s\ndescription: ${"d".repeat(1024)}`), true],
  ["a description of 1025 characters", manifest(`name: s\ndescription: ${"d".repeat(1025)}`), false],
  [
    "a compatibility of 500 characters",
    manifest(`name: s\ndescription: d\ncompatibility: ${"c".repeat(500)}`),
    true,
  ],
  [
    "a compatibility of 501 characters",
    manifest(`name: s\ndescription: d\ncompatibility: ${"c".repeat(501)}`),
    false,
  ],
  ["an unknown field", manifest("name: s\ndescription: d\nauthor: me"), false],
  ["no frontmatter", "# Only text\n", false],
  ["an unclosed frontmatter", "---\nname: s\ndescription: d\n", false],
  ["a frontmatter that is a list", "---\n- name\n---\n", false],
  ["broken YAML", "---\nname: [s\n---\n", false],
];

Deno.test("POST /skills/validate agrees with the reference validator in all of its 26 cases, and stores nothing", async () => {
  await using h = await harness();
  const events = await h.eventsOf(async () => {
    for (const [what, content, valid] of REFERENCE) {
      const result = await validate(h, content);
      assert.equal(result.valid, valid, `${what}: ${JSON.stringify(result.errors)}`);
    }
  });
  assert.deepEqual(events, []);
});

Deno.test("POST /skills/validate says where a frontmatter nests deeper than 8 levels, which no indented text does", async () => {
  await using h = await harness();
  for (const deep of ["- ".repeat(5_000), "[a, ".repeat(3_000), "[".repeat(9), "? ".repeat(5_000)]) {
    const { errors } = await validate(h, manifest(`name: s\ndescription: d\nmetadata:\n  a:\n    ${deep}`));
    const [error] = errors;
    assert.match(error!.message, /at most 8 levels/);
    assert.equal(error!.line, 6, deep.slice(0, 9));
  }
  const indented = manifest(`name: s\ndescription: |\n  d\n${" ".repeat(50)}far [[[[[[[[[[[[[[[[[[[[`);
  assert.equal((await validate(h, indented)).valid, true);
});

Deno.test("a skill that deviates in a known way is imported and says so; one that is none is 400", async () => {
  await using h = await harness();
  for (
    const [fields, deviation] of [
      [`name: long\ndescription: ${"d".repeat(1068)}`, /1068 characters/],
      ["name: colon\ndescription: Use it for: this and that", /as if quoted/],
      ["name: more\ndescription: d\nversion: 3", /version is not a field/],
    ] as const
  ) {
    const { skill } = await h.operator("POST /skills/import", { body: files(manifest(fields)) });
    assert.match(skill.deviations.join(" "), deviation);
    assert.equal(skill.state, "available");
  }
  for (const content of ["---\nname: s\n---\n", "---\nname: s\ndescription: d\n", plain("No")]) {
    const events = await h.eventsOf(async () => {
      assert.equal((await h.json("POST", "/skills/import", files(content))).status, 400);
    });
    assert.deepEqual(events, []);
  }
});

Deno.test("skills refuse what leaves their directory, links, and more than they may have", async () => {
  await using h = await harness();
  for (const path of ["../a", "/a", "a/../../b", "a\\b", "a//b", "1/2/3/4/5/6/7"]) {
    const body = files(plain("s"), [{ path, content: "x" }]);
    assert.equal((await h.json("POST", "/skills/validate", body)).status, 400, path);
  }
  const directory = temporaryDirectory();
  try {
    Deno.mkdirSync(`${directory}/linked`);
    Deno.writeTextFileSync(`${directory}/linked/SKILL.md`, plain("linked"));
    assert.equal(
      (await h.operator("POST /skills/validate", { body: { directory: `${directory}/linked` } })).valid,
      true,
    );
    Deno.symlinkSync("/etc/passwd", `${directory}/linked/notes.md`);
    const refused = await h.json("POST", "/skills/validate", { directory: `${directory}/linked` });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /notes\.md is not a regular file/);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
