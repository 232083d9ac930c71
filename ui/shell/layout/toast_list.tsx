import { signal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { Icon } from "../../kit/icon.tsx";
import { useFrame } from "../frame.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

/** The id of the last toast before a dialog was opened, which shows those after it; infinite without a dialog. */
const lastOnPage = signal(Infinity);

/** The toasts of the page. They are announced, do not take the focus, and stay while the pointer or the focus is on them. */
export const ToastList = () => <Listed label="Messages" from={0} to={lastOnPage.value} />;

/** The toasts that come while a dialog is open. */
export function ToastsOfDialog() {
  const { toasts } = useFrame();
  const last = useMemo(() => toasts.shown.peek().at(-1)?.id ?? 0, []);
  useLayoutEffect(() => {
    const before = lastOnPage.peek();
    lastOnPage.value = last;
    return () => void (lastOnPage.value = before);
  }, []);
  return <Listed label="Notices" from={last + 1} to={Infinity} />;
}

function Listed({ label, from, to }: { label: string; from: number; to: number }) {
  const { toasts } = useFrame();
  return (
    <div
      class="toasts"
      role="region"
      aria-label={label}
      aria-live="polite"
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={({ currentTarget, relatedTarget }) =>
        toasts.hold(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))}
    >
      {toasts.shown.value.filter(({ id }) => id >= from && id <= to).map(({ id, tone, text, action }) => (
        <div key={id} class={`toast tone-${tone}`} role={tone === "bad" ? "alert" : "status"}>
          <ShownLines as="span" class="grow wrap-anywhere" text={text} />
          {action && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                toasts.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="button button-quiet button-icon button-small"
            aria-label="Dismiss the message"
            onClick={() =>
              toasts.dismiss(id)}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}
