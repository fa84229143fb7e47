import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MappingRow, MappingsChanged } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Facts } from '../../ui/text/facts';
import { providerName } from '../../ui/text/names';
import { ourName } from './our-name';
import { Cost } from './product-cells';

const WORDS = {
  confirm: { verb: 'Confirm', done: 'confirmed', effect: 'Our orders can go to this product.' },
  reject: {
    verb: 'Reject',
    done: 'rejected',
    effect: 'Our orders won’t go to this product. A sync won’t propose it again.',
  },
};

/** One decision on one mapping, after both products were read once more. */
export function DecideMapping({ row: { id, ours, theirs }, to }: { row: MappingRow; to: 'confirm' | 'reject' }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<{ ids: number[] }, MappingsChanged>(`/api/operator/mappings/${to}`, {
    invalidates: ['/api/operator/mappings'],
  });
  const { verb, done, effect } = WORDS[to];
  const name = ours === null ? theirs.name : ourName(ours);
  const product = `${providerName(theirs.provider)} ${theirs.name}`;
  const submit = async () => {
    const sent = await send({ ids: [id] });
    if (sent !== null) notifyDone(`Mapping ${done}: ${name} → ${product}`);
    return sent !== null;
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onClick={open}
        aria-label={`${verb} ${name} as ${product}`}
      >
        {verb}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`${verb} this mapping?`}
        confirm={`${verb} mapping`}
        danger={to === 'reject'}
        onConfirm={submit}
        busy={busy}
        fault={fault}
      >
        <Facts
          rows={[
            ['Our product', ours === null ? 'No longer sold' : name],
            ['Our cost', <Cost key="ours" amount={ours?.cost} />],
            [`${providerName(theirs.provider)} product`, theirs.name],
            [`${providerName(theirs.provider)} cost`, <Cost key="theirs" amount={theirs.cost} />],
          ]}
        />
        {effect}
      </ConfirmDialog>
    </>
  );
}
