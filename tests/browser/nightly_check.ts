import type { ReviewSite } from "./review_site.ts";

/** Makes an automation with a schedule, and a repository for it. */
export async function nightlyCheck(site: ReviewSite): Promise<{ id: string }> {
  return await site.operator("POST /automations", {
    body: {
      name: "Nightly check",
      trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create nightly.md with "x"', repoPath: site.repository().root },
    },
  });
}
