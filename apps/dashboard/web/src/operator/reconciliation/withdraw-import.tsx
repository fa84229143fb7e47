import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StatementPull, WithdrawnImport } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { providerName } from '../../ui/text/names';

/** Takes back a wrong file. */
export function WithdrawImport({ of }: { of: StatementPull }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<Record<string, never>, WithdrawnImport>(
    `/api/operator/reconciliation/imports/${of.id}/withdraw`,
    { invalidates: ['/api/operator/reconciliation'] },
  );
  if (of.source !== 'csv' || of.fault !== null) return null;
  const confirm = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone(`Import ${sent.id} is withdrawn. Rows deleted: ${sent.rows}.`);
    return sent !== null;
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        aria-label={`Withdraw import ${of.id} of ${providerName(of.provider)}`}
        onClick={open}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Withdraw import ${of.id} of ${providerName(of.provider)}?`}
        confirm="Withdraw"
        danger
        onConfirm={confirm}
        busy={busy}
        fault={fault}
      >
        This deletes the {of.added} rows that the file brought, and compares again what is left. Findings that you have
        resolved stay resolved. If another file has the same rows, import it again.
      </ConfirmDialog>
    </>
  );
}
