import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { OperatorPurchase } from '@topup/dashboard-contract';
import { ResultPanel } from '../../account/transactions/transaction-parts';
import { getJson, messageOf } from '../../api/request';
import { fieldLabel } from '../../format/field-label';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';

/**
 * The result of a purchase, with the last four digits of a token. A token is worth money, so showing it in full is
 * audited.
 */
export function PurchaseResult({ purchase: { reference, account, result } }: { purchase: OperatorPurchase }) {
  const entries = Object.entries(result);
  if (entries.length === 0) return null;
  return (
    <Panel
      title="Result"
      actions={
        entries.some(([name]) => /token/i.test(name)) && <ShowToken reference={reference} account={account.id} />
      }
    >
      <Facts rows={entries.map(([name, value]) => [fieldLabel(name), value])} />
    </Panel>
  );
}

function ShowToken({ reference, account }: { reference: string; account: string }) {
  const [asking, { open, close }] = useDisclosure(false);
  const { mutateAsync, data, isPending, error, reset } = useMutation({
    mutationFn: () =>
      getJson<OperatorPurchase>(`/api/operator/purchases/${encodeURIComponent(reference)}`, { account, token: 'true' }),
  });
  const show = () =>
    mutateAsync().then(
      () => true,
      () => false,
    );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        Show full token
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title="Show the full token?"
        confirm="Show token"
        onConfirm={show}
        busy={isPending}
        fault={error === null ? null : messageOf(error)}
      >
        Anyone who has the token can use it. The audit log records that you viewed it.
      </ConfirmDialog>
      <Modal opened={data !== undefined && !asking} onClose={reset} title={`Token of ${reference}`}>
        <Stack>
          {data !== undefined && <ResultPanel result={data.result} />}
          <Button onClick={reset} data-autofocus>
            Close
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
