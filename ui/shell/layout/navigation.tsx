import { useLocation } from "preact-iso/router";
import { useId } from "preact/hooks";
import { useFrame } from "../frame.ts";
import type { Page } from "../page.ts";

/** The main navigation, with the number of items that wait on each page: what is opened daily, and below it the rest. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { pages } = useFrame();
  const heading = useId();
  const listed = pages.filter(({ chord }) => chord);
  return (
    <nav aria-label="Pages">
      <ul class="nav">
        {listed.filter(({ daily }) => daily).map((page) => <Entry key={page.path} page={page} onGo={onGo} />)}
      </ul>
      <p class="nav-heading" id={heading}>More</p>
      <ul class="nav" aria-labelledby={heading}>
        {listed.filter(({ daily }) => !daily).map((page) => (
          <Entry
            key={page.path}
            page={page}
            onGo={onGo}
          />
        ))}
      </ul>
    </nav>
  );
}

function Entry({ page, onGo }: { page: Page; onGo: (() => void) | undefined }) {
  const { path } = useLocation();
  const { overview, lastAddresses } = useFrame();
  return (
    <li>
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
