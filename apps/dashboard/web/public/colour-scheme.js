// Runs before the first paint, so that a dark scheme does not flash light. A separate file, because the pages allow no
// inline script.
// Mantine stores the choice under this key.
(() => {
  let kept = null;
  try {
    kept = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is not available: the system's scheme applies.
  }
  const dark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
