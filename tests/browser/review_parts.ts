import type { Locator, Page } from "playwright-core";

/** What has to be confirmed before a patch is approved, with the word by which the page asks for it. */
export const CONFIRMATIONS = [
  ["I reviewed the evidence", "evidence"],
  ["I reviewed the hashes", "hashes"],
  ["I reviewed the policy class", "policy class"],
] as const;

/** The button that approves, whatever it says of how much. */
export const approveButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^(Approve and write|Accept \d)/ });

/** A line of the diff by its whole text. */
export const lineOf = (page: Page, text: string): Locator => {
  const exactly = new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  return page.getByRole("region", { name: "Changes" }).getByRole("code").filter({ hasText: exactly });
};

/** Opens what the decision is bound to, beside the patch. */
export const openDetails = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Details", exact: true }).click();

/** Ticks all three. */
export async function confirmAll(page: Page): Promise<void> {
  for (const [statement] of CONFIRMATIONS) await page.getByRole("checkbox", { name: statement }).check();
}
