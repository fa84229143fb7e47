import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueRow, PricePreview } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { DialogButton, OpenerButton } from '../../ui/form/dialog-button';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { PriceEffect } from './price-effect';
import { PriceForm } from './price-form';

type Props = { row: CatalogueRow; planId: string; tier: string };

/** Sets or clears the price of a plan in a tier. */
export const PriceActions = ({ row, planId, tier }: Props) => (
  <>
    <DialogButton button="Set price" label={`Set price of ${row.name}`} size="xs" title={`${row.name} in tier ${tier}`}>
      {(close) => <PriceForm row={row} planId={planId} tier={tier} onClose={close} />}
    </DialogButton>
    {row.priced !== 'tier' && <ClearPrice row={row} planId={planId} tier={tier} />}
  </>
);

function ClearPrice({ row: { name }, planId, tier }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const preview = useQuery({
    ...thingQuery<PricePreview>('/api/operator/prices/clear/preview', { query: { planId, tier } }),
    enabled: opened,
    gcTime: 0, // prices may have changed when it is opened again
    staleTime: 0,
  });
  const { send, busy, fault } = useSend<{ tier: string; planId: string; seen?: string }>('/api/operator/prices/clear', {
    invalidates: ['/api/operator/catalogue', '/api/operator/prices/clear/preview'],
  });
  const clear = async () => {
    if (preview.data === undefined) return false;
    const sent = await send({ tier, planId, seen: preview.data.seen });
    if (sent !== null) notifyDone(`${name} uses the tier’s markup again.`);
    return sent !== null;
  };
  return (
    <>
      <OpenerButton button="Clear" label={`Clear the price of ${name}`} size="xs" onClick={open} />
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`Clear the price of ${name}?`}
        confirm="Clear price"
        onConfirm={clear}
        busy={busy}
        fault={fault}
      >
        <Stack gap="sm">
          <Text size="sm">
            Accounts in tier {tier} will pay our cost plus the tier’s markup. Applies to new purchases.
          </Text>
          {opened && (
            <Loaded query={preview} height={120}>
              {(known) => <PriceEffect preview={known} tier={tier} />}
            </Loaded>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
