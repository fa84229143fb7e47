import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { OperatorPurchase, Requeried } from '@topup/dashboard-contract';
import { statusWord } from '../../account/transactions/transaction-filters';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** The path of a purchase in the console's API, with its account: another account may have the same reference. */
export const purchasePath = ({ reference, account }: OperatorPurchase, action: 'requery' | 'settle'): string =>
  `/api/operator/purchases/${encodeURIComponent(reference)}/${action}?account=${account.id}`;

/** Requeries the purchase now. The answer settles it by the same rules as an automatic requery. */
export function Requery({ purchase }: { purchase: OperatorPurchase }) {
  const path = purchasePath(purchase, 'requery');
  const { send, busy, fault } = useSend<Record<string, never>, Requeried>(path, {
    invalidates: ['/api/operator/'],
  });
  const requery = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone(`${sent.answer} Status: ${statusWord(sent.status)}.`);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={requery} loading={busy}>
        Requery now
      </Button>
      {fault !== null && (
        <Alert color="red" variant="outline" role="alert" p="xs">
          {fault}
        </Alert>
      )}
    </>
  );
}
