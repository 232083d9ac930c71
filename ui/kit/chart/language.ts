// uPlot formats in the browser's language as it is loaded. A browser on a machine without a locale names one that `Intl`
// refuses, such as `en-US@posix`.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en" });
}
