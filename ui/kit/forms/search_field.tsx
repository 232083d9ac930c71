import type { RefObject } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../icon.tsx";

/** The pause after the last key press before a search starts. */
const PAUSE_MILLISECONDS = 200;

/** A search field that searches while typing. Enter searches at once, Escape empties it. */
export function SearchField({ label, value, placeholder, field, onSearch }: {
  label: string;
  value: string;
  placeholder?: string;
  /** The ref of the input, for callers that move the focus there. */
  field?: RefObject<HTMLInputElement | null>;
  onSearch: (text: string) => void;
}) {
  const id = useId();
  const typed = useSignal(value);
  const sent = useRef(value);
  const timer = useRef(0);
  useEffect(() => {
    if (value !== sent.current) typed.value = sent.current = value;
  }, [value]);
  useEffect(() => () => self.clearTimeout(timer.current), []);
  const search = (text: string) => {
    self.clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  };
  const onInput = (text: string) => {
    typed.value = text;
    self.clearTimeout(timer.current);
    timer.current = self.setTimeout(() => search(text), PAUSE_MILLISECONDS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") search(typed.value);
    if (event.key !== "Escape" || typed.value === "") return;
    event.preventDefault();
    typed.value = "";
    search("");
  };
  return (
    <div class="search-field">
      <label class="visually-hidden" for={id}>{label}</label>
      <Icon name="search" />
      <input
        {...(field && { ref: field })}
        id={id}
        type="search"
        class="input"
        placeholder={placeholder ?? label}
        autoComplete="off"
        value={typed.value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
