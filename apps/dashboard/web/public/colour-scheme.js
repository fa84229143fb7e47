// Before the first paint, so that nobody who chose dark sees a flash of light. A file of its own, since the pages allow no inline script.
// The key is the one under which Mantine keeps the choice.
(() => {
  let kept = null;
  try {
    kept = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is closed to us: the system's choice holds.
  }
  const dark = kept === 'dark' || (kept !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
