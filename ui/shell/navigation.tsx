import { useLocation } from "preact-iso/router";
import { type Frame, useFrame } from "./frame.ts";
import { type Page, PAGES } from "./pages.ts";

/** Where one can go, with how much waits there. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { path } = useLocation();
  const frame = useFrame();
  return (
    <nav aria-label="Pages">
      <ul class="nav">
        {PAGES.filter(({ chord }) => chord).map((page) => (
          <li key={page.path}>
            <a
              class="nav-link"
              href={page.path}
              title={`${page.title} (g ${page.chord})`}
              aria-current={isCurrent(page, path) ? "page" : undefined}
              onClick={() => onGo?.()}
            >
              {page.title}
              <NavCount count={countOf(page, frame)} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page is current on the pages below it, too; Home has none below it. */
const isCurrent = (page: Page, path: string): boolean =>
  path === page.path || (page.path !== "/dashboard" && path.startsWith(`${page.path}/`));

function countOf({ badge }: Page, { overview }: Frame): number {
  const counts = overview.value.value?.counts;
  if (badge === "needs") return overview.needs.value;
  if (badge === "approvals") return counts?.humanApprovals ?? 0;
  return badge === "inbox" ? counts?.unreadNotifications ?? 0 : 0;
}

function NavCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span class="count count-loud">
      {count > 99 ? "99+" : count}
      <span class="visually-hidden">waiting</span>
    </span>
  );
}
