import type { ComponentChildren } from "preact";

/** A message above the content. One with the tone `bad` is announced at once. */
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
