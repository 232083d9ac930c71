import type { ComponentChildren } from "preact";
import { useFrame } from "./frame.ts";

/** A link to a page as it was last shown, with its filters. */
export function PageLink({ to, children }: { to: string; children: ComponentChildren }) {
  const { lastAddresses } = useFrame();
  return <a href={lastAddresses.of(to)}>{children}</a>;
}
