import { lazy, Suspense, useEffect, useReducer } from 'react';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Where messages appear, from the first click or key on: none is shown before, so the first page loads without it. */
export function LateNotifications() {
  const [begun, begin] = useReducer(() => true, false);
  useEffect(() => {
    const events = ['click', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, begin, { once: true, capture: true });
    return () => {
      for (const event of events) document.removeEventListener(event, begin, { capture: true });
    };
  }, []);
  if (!begun) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" />
    </Suspense>
  );
}
