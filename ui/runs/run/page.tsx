import { PageHead } from "../../shell/mod.ts";
import type { PageProps } from "../../shell/mod.ts";

/** One run. */
export default function RunPage({ params }: PageProps) {
  return <PageHead title={params.id ?? ""} />;
}
