import type { ComponentChildren } from "preact";
import { useFrame } from "./frame.ts";

/** A link to a page with the filters that were last used. */
export function PageLink({ to, children }: { to: string; children: ComponentChildren }) {
  const { lastAddresses } = useFrame();
  return <a href={lastAddresses.of(to)}>{children}</a>;
}
