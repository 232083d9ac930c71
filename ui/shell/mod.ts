/**
 * The frame of the dashboard.
 *
 * **To add a page**, make a folder `ui/<domain>/` with a `page.tsx` whose default export is the page's component, and add
 * one line to `PAGES` in `ui/pages.ts`: its path, its title, the `load` that imports it, for the navigation a `chord` (the
 * key after `g`), and the prefix of the ids of what it `shows`. Style sheets of the folder (`*.css`) are found automatically.
 * What a domain adds to every page is one word in `ui/main.tsx`: the shell imports no domain.
 *
 * A page takes everything from `useFrame()`: the typed client `call`, `live` events, `toasts`, `navigate`. What it reads
 * is kept up to date by `useResource`; a page with more state has its own store of signals (`usePageStore`, `useLive`).
 * Filters are in the address (`useQuery`, `useChoice`), and links back to a page (`PageLink`) keep them. Keys are added with
 * `useShortcuts`, so the help lists them.
 * The page's `<h1>` is in a `PageHead`. Text that came from a run is only ever a child of an element, never markup.
 *
 * @module
 */
export { type Frame, useFrame, useLive, usePageStore, useShortcuts } from "./frame.ts";
export { useLiveWords } from "./live_words.ts";
export { PageHead } from "./page_head.tsx";
export { PageLink } from "./page_link.tsx";
export type { Page, PageProps } from "./page.ts";
export { useChoice, useQuery } from "./query.ts";
export { useResource } from "./use_resource.ts";
export { type PageTab, TabbedPage } from "./tabbed_page.tsx";
