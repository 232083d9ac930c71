import type { ComponentChildren } from "preact";

/** A sentence that has to be seen before the rest. A bad one is announced at once. */
export function Banner({ tone, children }: {
  tone: "info" | "good" | "warning" | "bad";
  children: ComponentChildren;
}) {
  return (
    <div class={`banner banner-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}
