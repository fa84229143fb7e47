import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useReducer } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Where messages appear, from the first click or key on: none is shown before, so the first page loads without it. */
export function LateNotifications() {
  const [begun, begin] = useReducer(() => true, false);
  useWindowEvent('click', begin, { once: true, capture: true });
  useWindowEvent('keydown', begin, { once: true, capture: true });
  if (!begun) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
