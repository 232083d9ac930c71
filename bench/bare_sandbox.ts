/** The arguments of bubblewrap as one writes them by hand: all is seen, nothing can be written, and there is no network. */
export const BARE_SANDBOX = [
  "--unshare-all",
  "--die-with-parent",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
];
