import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Editor, EditorHooks } from "./code_mirror.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** Loaded with the first edit, because it is larger than all other pages together. */
let loading: Promise<typeof import("./code_mirror.ts")> | null = null;
const load = () => loading ??= import("./code_mirror.ts");

/** The text of a definition, with completion and errors at their lines. `onReady` gets a function that moves to a line. */
export function SourceEditor({ text, onReady, ...hooks }: EditorHooks & {
  text: string;
  onReady: (goTo: Editor["goTo"]) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const newest = useRef({ text, hooks });
  newest.current = { text, hooks };
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    let wanted = true;
    load().then(({ openEditor }) => {
      if (!wanted || !place.current) return;
      editor.current = openEditor(place.current, {
        text: newest.current.text,
        label: "Text",
        hooks: {
          onChange: (text) => newest.current.hooks.onChange(text),
          onCursor: (position) => newest.current.hooks.onCursor(position),
          check: (text) => newest.current.hooks.check(text),
          complete: (text, position) => newest.current.hooks.complete(text, position),
        },
      });
      onReady(editor.current.goTo);
    }, (error) => {
      loading = null;
      problem.value = messageOf(error);
    });
    return () => {
      wanted = false;
      editor.current?.destroy();
    };
  }, []);
  useLayoutEffect(() => editor.current?.setText(text), [text]);
  if (problem.value) {
    return (
      <textarea
        class="code"
        aria-label="Text"
        rows={18}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget: { value } }) => hooks.onChange(value)}
      />
    );
  }
  return <div ref={place} class="source-editor" />;
}
