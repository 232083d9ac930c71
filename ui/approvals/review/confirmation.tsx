import type { ComponentChildren } from "preact";
import type { Confirmations } from "../model/blockers.ts";
import type { ReviewStore } from "./store.ts";

type ConfirmationProps = {
  store: ReviewStore;
  name: keyof Confirmations;
  title: string;
  /** What the reader states by ticking the box. */
  statement: string;
  needed: boolean;
  children: ComponentChildren;
};

/** A part of what is decided, with the box that says that it was reviewed right below it. */
export function Confirmation({ store, name, title, statement, needed, children }: ConfirmationProps) {
  const confirmed = store.confirmed.value[name];
  return (
    <section class={confirmed ? "confirmation confirmation-done" : "confirmation"} aria-label={title}>
      <h2>{title}</h2>
      {children}
      {needed && (
        <label class="confirmation-box">
          <input
            type="checkbox"
            checked={confirmed}
            disabled={store.closed.value !== null}
            onChange={() => store.confirmed.value = { ...store.confirmed.value, [name]: !confirmed }}
          />
          <span>{statement}</span>
        </label>
      )}
    </section>
  );
}
