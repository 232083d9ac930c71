import { PageHead } from "../../shell/mod.ts";

/** All runs. */
export default function RunsPage() {
  return <PageHead title="Runs" />;
}
