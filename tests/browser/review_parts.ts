import type { Locator, Page } from "playwright-core";

/** The confirmations before a patch can be approved, with a word of their labels. */
export const CONFIRMATIONS = [
  ["I reviewed the evidence", "evidence"],
  ["I reviewed the hashes", "hashes"],
  ["I reviewed the policy class", "policy class"],
] as const;

/** Returns the approve button, whatever its label. */
export const approveButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^(Approve and write|Accept \d)/ });

/** Returns a line of the diff by its full text. */
export const lineOf = (page: Page, text: string): Locator => {
  const exactly = new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  return page.getByRole("region", { name: "Changes" }).getByRole("code").filter({ hasText: exactly });
};

/** Approves a patch that does not fit on the screen, and of which the rest was not scrolled to. */
export async function approveUnseen(page: Page): Promise<void> {
  await approveButton(page).click();
  await page.getByText(/not been seen yet.* Approve again/).waitFor();
  await approveButton(page).click();
}

/** Resolves once keys and clicks answer the review: nothing was pressed for a moment since it appeared. */
export const untilAnswerable = (page: Page): Promise<void> =>
  approveButton(page).and(page.locator(':not([aria-disabled="true"])')).waitFor();

/** Opens the details of the decision. */
export const openDetails = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Details", exact: true }).click();

/** Checks all three confirmations. */
export async function confirmAll(page: Page): Promise<void> {
  for (const [statement] of CONFIRMATIONS) await page.getByRole("checkbox", { name: statement }).check();
}
