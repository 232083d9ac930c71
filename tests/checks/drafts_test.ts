import assert from "node:assert/strict";
import { PROGRAM } from "./sources.ts";

/** Fields of several lines whose draft is kept elsewhere, and why nothing of them is lost. */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  "ui/approvals/review/decision/note_field.tsx":
    "its note is part of the unsent review, in ui/approvals/model/draft.ts",
  "ui/automations/edit/action_fields.tsx": "its request is part of the draft of the dialog which shows it",
  "ui/coordinator/conversation/composer.tsx": "its message is kept by ui/coordinator/conversation/draft.ts",
  "ui/models/routing/preview_panel.tsx": "a question that is answered at once and changes nothing",
  "ui/project_context/document_fields.tsx": "its draft is that of the dialog which shows it",
  "ui/workflows/editor/source_editor.tsx": "its text is the draft of the dialog which shows it",
  "ui/workflows/inputs/form.tsx": "its inputs are those of the form which shows it",
};

/** Editors that have no such field of their own. */
const EDITORS = [
  "ui/planner/tasks/quick_add.tsx",
  "ui/workflows/editor/edit_dialog.tsx",
  "ui/project_context/list/create_dialog.tsx",
];

const PAGES = PROGRAM.filter(({ path }) => path.startsWith("ui/") && path.endsWith(".tsx"));

Deno.test("every field of several lines keeps its draft", () => {
  const composers = PAGES.filter(({ path, text }) => /<textarea\b/.test(text) || EDITORS.includes(path));
  const without = composers.filter(({ text }) => !/\buseDraft\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(without.toSorted(), Object.keys(KEPT_ELSEWHERE).toSorted());
  assert.ok(composers.length > 15, "the composers were found");
});

Deno.test("no form with a secret keeps its draft", () => {
  const secret = PAGES.filter(({ path, text }) =>
    path.startsWith("ui/secrets/") || /type="password"/.test(text)
  );
  assert.ok(secret.length > 2, "the forms were found");
  assert.deepEqual(secret.filter(({ text }) => /\buseDraft\b/.test(text)).map(({ path }) => path), []);
});
