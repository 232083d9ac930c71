import { Icon } from "../../kit/icon.tsx";
import { useFrame } from "../frame.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

/** The toasts. They are announced, do not take the focus, and stay while the pointer or the focus is on them. */
export function ToastList() {
  const { toasts } = useFrame();
  return (
    <div
      class="toasts"
      role="region"
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => toasts.hold(true)}
      onPointerLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={({ currentTarget, relatedTarget }) =>
        toasts.hold(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))}
    >
      {toasts.shown.value.map(({ id, tone, text, action }) => (
        <div key={id} class={`toast tone-${tone}`} role={tone === "bad" ? "alert" : "status"}>
          <span class="grow wrap-anywhere">
            <ShownLines text={text} />
          </span>
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
