import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

/** How much a button asks for attention. */
export type ButtonKind = "plain" | "primary" | "danger" | "quiet";

type Props = {
  kind?: ButtonKind;
  small?: boolean;
  /** What it does is going on: it cannot be pressed again, and says so. */
  busy?: boolean;
  onPress: () => void;
  children: ComponentChildren;
  disabled?: boolean;
  /** What it is called where its content is a picture, or says too little. */
  label?: string;
  /** Why it cannot be pressed, or what it does in a few more words. */
  hint?: string;
  autoFocus?: boolean;
};

/** A button. One that is only a link is an `<a class="button">`. */
export function Button(
  { kind = "plain", small, busy, onPress, children, disabled, label, hint, autoFocus }: Props,
) {
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
      disabled={disabled || busy}
      aria-busy={busy ? "true" : undefined}
      onClick={onPress}
      {...rest}
    >
      {children}
    </button>
  );
}
