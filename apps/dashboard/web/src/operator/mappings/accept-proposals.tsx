import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MappingsChanged } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { providerName } from '../../ui/text/names';

/** Confirms all proposals, of one provider or ('') of all. */
export function AcceptProposals({ provider, proposals }: { provider: string; proposals: number }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<{ provider: string }, MappingsChanged>('/api/operator/mappings/accept', {
    invalidates: ['/api/operator/mappings'],
  });
  const submit = async () => {
    const sent = await send({ provider });
    if (sent !== null) notifyDone(`${counted(sent.changed, 'mapping')} confirmed, ${sent.left?.length ?? 0} left.`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open}>
        Confirm all proposals
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Confirm ${counted(proposals, 'proposal')}?`}
        confirm="Confirm proposals"
        onConfirm={submit}
        busy={busy}
        fault={fault}
      >
        This confirms the proposals of {provider === '' ? 'all providers' : providerName(provider)}. Our orders can then
        go to these products. Read the proposals first, and reject the wrong ones. If a product has several proposals,
        none of them is confirmed.
      </ConfirmDialog>
    </>
  );
}
