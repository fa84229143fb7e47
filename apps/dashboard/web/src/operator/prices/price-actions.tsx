import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CatalogueRow, PricePreview } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { PriceEffect } from './price-effect';
import { PriceForm } from './price-form';

/** Sets or clears the price of a plan in a tier. */
export function PriceActions({ row, planId, tier }: { row: CatalogueRow; planId: string; tier: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`Set price of ${row.name}`}>
        Set price
      </Button>
      {row.priced !== 'tier' && <ClearPrice row={row} planId={planId} tier={tier} />}
      <Modal opened={opened} onClose={close} title={`${row.name} in tier ${tier}`}>
        <PriceForm row={row} planId={planId} tier={tier} onClose={close} />
      </Modal>
    </>
  );
}

function ClearPrice({ row: { name }, planId, tier }: { row: CatalogueRow; planId: string; tier: string }) {
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
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        onClick={open}
        aria-label={`Clear the price of ${name}`}
      >
        Clear
      </Button>
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
