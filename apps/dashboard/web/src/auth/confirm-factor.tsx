import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onFactorNeeded } from '../api/request';

/** Loaded when it is first needed: most visits never do. */
const ConfirmFactorDialog = lazy(() => import('./confirm-factor-dialog'));

/** Asks for a code when the server wants a fresh second factor. Requests that come together share one dialog. */
export function ConfirmFactor() {
  const [opened, setOpened] = useState<boolean | null>(null); // null: it was never needed
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);
  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((answer) => {
        waiting.current.push(answer);
        setOpened(true);
      });
    return onFactorNeeded(ask);
  }, []);
  const close = (confirmed: boolean) => {
    setOpened(false);
    for (const answer of waiting.current.splice(0)) answer(confirmed);
  };
  if (opened === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmFactorDialog opened={opened} onClose={close} />
    </Suspense>
  );
}
