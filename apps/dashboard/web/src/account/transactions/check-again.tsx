import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { PurchaseCheck } from '@topup/dashboard-contract';
import { useEffect, useState } from 'react';
import { formatSeconds } from '../../format/time';
import { FaultAlert } from '../../ui/form/fault-alert';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** Has the provider asked about a pending purchase now. `readAt`: when the page read how long that has to wait. */
export function CheckAgain({ reference, check, readAt }: { reference: string; check: PurchaseCheck; readAt: number }) {
  const path = `/api/transactions/${encodeURIComponent(reference)}`;
  const { send, busy, fault } = useSend<Record<string, never>, PurchaseCheck>(`${path}/check`, { invalidates: [path] });
  const waitS = useSecondsUntil(readAt + check.waitS * 1000);
  const ask = async () => {
    if ((await send({})) !== null) notifyDone('Checking with the provider. This page shows the outcome.');
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={waitS > 0}
        loading={busy}
        onClick={() => void ask()}
      >
        Check again
      </Button>
      {waitS > 0 && (
        <Text size="sm" c="dimmed">
          You can check again in {formatSeconds(waitS)}.
        </Text>
      )}
      <FaultAlert fault={fault} />
    </>
  );
}

/** Counts down; 0 from then on. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  // the page may have read `at` after the last second began
  return Math.max(0, Math.ceil((at - Math.max(now, Date.now())) / 1000));
}
