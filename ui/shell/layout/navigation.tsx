import { useLocation } from "preact-iso/router";
import { useFrame } from "../frame.ts";
import type { Page } from "../page.ts";

/** The main navigation, with the number of items that wait on each page. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { path } = useLocation();
  const { overview, pages, lastAddresses } = useFrame();
  return (
    <nav aria-label="Pages">
      <ul class="nav">
        {pages.filter(({ chord }) => chord).map((page) => (
          <li key={page.path}>
            <a
              class="nav-link"
              href={lastAddresses.of(page.path)}
              title={`${page.title} (g ${page.chord})`}
              aria-current={isCurrent(page, path) ? "page" : undefined}
              onClick={() => onGo?.()}
            >
              {page.title}
              <NavCount count={page.badge ? overview.counts.value[page.badge] ?? 0 : 0} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Reports whether a page is current, which it is on the pages below it, too; Home has none. */
const isCurrent = (page: Page, path: string): boolean =>
  path === page.path || (page.path !== "/dashboard" && path.startsWith(`${page.path}/`));

function NavCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span class="count count-loud">
      {count > 99 ? "99+" : count}
      <span class="visually-hidden">waiting</span>
    </span>
  );
}
