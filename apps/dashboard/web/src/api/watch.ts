import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How many streams tell of changes now. */
let live = 0;

/** Whether what the page shows is told by a stream, so that the rest is read again less often. */
export const isLive = (): boolean => live > 0;

/**
 * Reads data again when what it shows changes, which the server tells: `purchase:<reference>`, `delivery:<id>`,
 * `funding:own` (each funding of the wallet), or for operators `purchase_id:<id>`. Null watches nothing. Hidden pages
 * do not watch.
 * @param paths the beginnings of the paths whose data changes
 */
export function useWatch(what: string | null, paths: string[]): void {
  const client = useQueryClient();
  const [, redraw] = useState(false); // a page whose stream ends begins to read from time to time
  const isVisible = useDocumentVisibility() === 'visible';
  const named = paths.join(' ');
  useEffect(() => {
    if (what === null || !isVisible || document.hidden) return;
    let counted = false;
    const count = (opened: boolean) => {
      if (opened !== counted) live += opened ? 1 : -1;
      counted = opened;
      redraw(opened);
    };
    const read = () => {
      count(true);
      const starts = named.split(' ');
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => starts.some((start) => typeof path === 'string' && path.startsWith(start)),
      });
    };
    const stream = new EventSource(`/api/stream?${new URLSearchParams({ watch: what })}`);
    stream.addEventListener('ready', read);
    stream.addEventListener('change', read);
    stream.addEventListener('error', () => count(false)); // the browser connects again, unless it was refused
    return () => {
      stream.close();
      count(false);
    };
  }, [client, what, named, isVisible]);
}
