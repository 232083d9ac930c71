import { useSignal } from "@preact/signals";
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

/** The visual weight of a button. */
type ButtonKind = "plain" | "primary" | "danger" | "quiet";

type Props = {
  kind?: ButtonKind;
  small?: boolean;
  /** The action is in progress: the button cannot be pressed again, keeps the focus, and announces it. */
  busy?: boolean;
  /** What a press does. Until a promise that it returns is settled, the button is busy. */
  onPress: () => unknown;
  children: ComponentChildren;
  disabled?: boolean;
  /** The accessible name, for a button that shows an icon or too few words. */
  label?: string;
  /** The tooltip: why the button is disabled, or a longer description of what it does. */
  hint?: string;
  autoFocus?: boolean;
};

/** A button. A link that looks like one is an `<a class="button">`. */
export function Button(
  { kind = "plain", small, busy, onPress, children, disabled, label, hint, autoFocus }: Props,
) {
  const working = useSignal(false);
  const isBusy = busy || working.value;
  const press = () => {
    // A second click may come before the first one is rendered.
    if (busy || working.peek()) return;
    const made = onPress();
    if (!(made instanceof Promise)) return;
    working.value = true;
    void made.finally(() => working.value = false);
  };
  const classes = ["button", kind !== "plain" && `button-${kind}`, small && "button-small"];
  const rest: ButtonHTMLAttributes<HTMLButtonElement> = {
    ...(label !== undefined && { "aria-label": label }),
    ...(hint !== undefined && { title: hint }),
    ...(autoFocus && { autoFocus: true }),
  };
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      disabled={disabled}
      aria-disabled={isBusy ? "true" : undefined}
      aria-busy={isBusy ? "true" : undefined}
      onClick={press}
      {...rest}
    >
      {children}
    </button>
  );
}

/** The button that sends a form. While it is sent, the form ignores presses, and the button keeps the focus. */
export function SubmitButton({ busy, disabled, danger, form, children }: {
  busy: boolean;
  disabled?: boolean;
  danger?: boolean;
  /** The id of the form, for a button outside of it. */
  form?: string;
  children: ComponentChildren;
}) {
  return (
    <button
      type="submit"
      {...(form !== undefined && { form })}
      class={danger ? "button button-danger" : "button button-primary"}
      disabled={disabled}
      aria-disabled={busy ? "true" : undefined}
      aria-busy={busy ? "true" : undefined}
    >
      {children}
    </button>
  );
}
