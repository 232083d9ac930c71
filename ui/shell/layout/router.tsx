import { type Signal, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { exec, useLocation } from "preact-iso/router";
import { useEffect, useRef } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { ErrorBoundary } from "./error_boundary.tsx";
import { useFrame } from "../frame.ts";
import { PageHead } from "../page_head.tsx";
import type { Page, PageProps } from "../page.ts";
import { useScrollPlace } from "./scroll_place.ts";

/** Returns the page of a path. A literal path takes precedence over one with a parameter. */
function pageOf(
  path: string,
  pages: readonly Page[],
): { page: Page; params: Record<string, string> } | null {
  const found = pages.flatMap((page) => {
    try {
      const matched = exec(path, page.path, undefined);
      return matched ? [{ page, params: matched.params as Record<string, string> }] : [];
    } catch {
      return []; // an address whose escapes are none
    }
  });
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

type Loaded = { page: Page; component: FunctionComponent<PageProps> };

/** Renders the page of the address. The previous page stays until the next one is loaded. */
export function Router() {
  const { path, url } = useLocation();
  const { pages, lastAddresses } = useFrame();
  const loaded = useSignal<Loaded | null>(null);
  const failed = useSignal(false);
  const found = pageOf(path, pages);
  useLoaded(found?.page ?? null, loaded, failed);
  useFocusOnHead(path);
  useScrollPlace(path, url);
  useEffect(() => lastAddresses.note(path, location.search), [url]);
  if (!found) return <NotFound path={path} />;
  if (failed.value) return <Outdated />;
  if (loaded.value?.page !== found.page) return <Skeleton lines={5} />;
  const Component = loaded.value.component;
  return (
    <ErrorBoundary key={path}>
      <Component key={path} params={found.params} />
    </ErrorBoundary>
  );
}

function useLoaded(page: Page | null, loaded: Signal<Loaded | null>, failed: Signal<boolean>): void {
  useEffect(() => {
    let wanted = true;
    failed.value = false;
    page?.load().then(
      ({ default: component }) => {
        if (wanted) loaded.value = { page, component };
      },
      () => {
        if (wanted) failed.value = true;
      },
    );
    return () => void (wanted = false);
  }, [page]);
}

/** Moves the focus to a new page, so that its keys apply and a screen reader announces it. */
function useFocusOnHead(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}

function NotFound({ path }: { path: string }) {
  return (
    <>
      <PageHead title="No such page" />
      <EmptyState title="Page not found">
        <p>
          The dashboard has no page <code>{path}</code>. Press <kbd>Ctrl</kbd> <kbd>K</kbd> to search.
        </p>
        <a class="button" href="/dashboard">Go to Home</a>
      </EmptyState>
    </>
  );
}

/**
 * Shown if the code of a page could not be loaded, because the service was down or is a newer version with other files. There
 * is no state to lose, so the dashboard is reloaded as soon as the service responds.
 */
function Outdated() {
  const { live } = useFrame();
  const before = useRef(live.state.peek());
  const now = live.state.value;
  useEffect(() => {
    if (now === "live" && before.current !== "live") location.reload();
    before.current = now;
  }, [now]);
  return (
    <Banner tone="warning">
      This page could not be loaded. The service may have been updated, or does not answer.{" "}
      <button type="button" class="link-button" onClick={() => location.reload()}>
        Load the dashboard again
      </button>
    </Banner>
  );
}
