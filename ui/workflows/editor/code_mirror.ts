import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { forceLinting, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { yamlIndentation } from "./indentation.ts";
import type { Completions } from "./completion.ts";
import type { Validation } from "../types.ts";

/** The callbacks of the editor. */
export type EditorHooks = {
  onChange: (text: string) => void;
  /** Called with the place of the cursor, in characters from the beginning. */
  onCursor: (position: number) => void;
  check: (text: string) => Promise<Validation>;
  complete: (text: string, position: number) => Completions | null;
};

/** An open editor. */
export type Editor = {
  /** Replaces the text, if it differs. */
  setText: (text: string) => void;
  goTo: (line: number, column: number) => void;
  destroy: () => void;
};

const STYLES = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--text-muted)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.bool, tags.number], color: "var(--warning)" },
]);

const THEME = EditorView.theme({
  "&": {
    backgroundColor: "var(--surface-sunken)",
    color: "var(--text)",
    border: "1px solid var(--border-strong)",
    borderRadius: "var(--radius)",
    fontSize: "13px",
    height: "var(--editor-height, 52dvh)",
    minHeight: "200px",
  },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface-sunken)",
    color: "var(--text-muted)",
    border: "none",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface-raised)",
    color: "var(--text)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--surface-selected)",
    color: "var(--text)",
  },
  ".cm-completionDetail": { color: "var(--text-muted)", fontStyle: "normal", marginInlineStart: "12px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "var(--surface-selected)",
  },
});

/** Opens an editor in an element. It has its own shadow root, because styles are adopted there, never written. */
export function openEditor(
  place: HTMLElement,
  { text, label, hooks }: { text: string; label: string; hooks: EditorHooks },
): Editor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const extensions = [
    lineNumbers(),
    history(),
    yaml(),
    indentUnit.of("  "),
    yamlIndentation,
    syntaxHighlighting(STYLES),
    THEME,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) hooks.onChange(state.doc.toString());
      if (docChanged || selectionSet) hooks.onCursor(state.selection.main.head);
    }),
    autocompletion({
      override: [({ state, pos, explicit }) => {
        const found = hooks.complete(state.doc.toString(), pos);
        // Enter starts a new line after a complete word.
        const isWhole = (word: string) => found?.options.some(({ label }) => label === word) ?? false;
        if (!explicit && found && isWhole(state.doc.sliceString(found.from, pos))) return null;
        if (!found || (!explicit && found.from === pos && !/[.[ -]$/.test(state.doc.sliceString(0, pos)))) {
          return null;
        }
        const options = found.options.map(({ label, detail, insert }) => ({
          label,
          ...(detail && { detail }),
          ...(insert && { apply: insert }),
        }));
        return { from: found.from, options, validFor: (word) => /^\w*$/.test(word) && !isWhole(word) };
      }],
    }),
    lintGutter(),
    linter(async ({ state }) => {
      const { errors, warnings } = await hooks.check(state.doc.toString());
      return [...errors, ...warnings].map(({ id, line, column, message, fix }) => {
        const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
        return {
          from: Math.min(from + column - 1, to),
          to,
          severity: id.startsWith("error") ? "error" as const : "warning" as const,
          message: [message, fix].filter(Boolean).join(" "),
        };
      });
    }, { delay: 400 }),
    // Ctrl or Cmd with Enter sends the form, as from every other field.
    keymap.of([
      ...completionKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ]),
  ];
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  forceLinting(view);
  return {
    setText: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    goTo: (line, column) => {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: Math.min(from + column - 1, to) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
