import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MappingRow, MappingsChanged } from '@topup/dashboard-contract';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Facts } from '../../ui/text/facts';
import { providerName } from '../../ui/text/provider-name';
import { Cost } from './product-cells';

const WORDS = {
  confirm: { verb: 'Confirm', done: 'is confirmed', effect: 'Orders of ours go to this product from now on.' },
  reject: {
    verb: 'Reject',
    done: 'is rejected',
    effect: 'No order of ours goes to this product, and no sync proposes it again.',
  },
};

/** One decision on one mapping, after both products were read once more. */
export function DecideMapping({ row: { id, ours, theirs }, to }: { row: MappingRow; to: 'confirm' | 'reject' }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<{ ids: number[] }, MappingsChanged>(`/api/operator/mappings/${to}`, {
    invalidates: ['/api/operator/mappings'],
  });
  const { verb, done, effect } = WORDS[to];
  const name = ours?.name ?? theirs.name;
  const submit = async () => {
    const sent = await send({ ids: [id] });
    if (sent !== null) notifyDone(`${name} as ${theirs.provider} ${theirs.name} ${done}.`);
    return sent !== null;
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        aria-label={`${verb} ${name} as ${theirs.provider} ${theirs.name}`}
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
            ['Ours', ours?.name ?? 'not sold any more'],
            ['Its cost', <Cost key="ours" amount={ours?.cost} />],
            [`At ${providerName(theirs.provider)}`, theirs.name],
            ['Its cost there', <Cost key="theirs" amount={theirs.cost} />],
          ]}
        />
        {effect}
      </ConfirmDialog>
    </>
  );
}
