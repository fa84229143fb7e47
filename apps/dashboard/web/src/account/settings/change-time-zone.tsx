import { Button, Modal, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { formatTime } from '../../format/time';
import { allZones, LAGOS, zoneText } from '../../format/zone';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { useNow } from '../../ui/text/use-now';

type Props = {
  /** Where the zone is posted to. */
  path: string;
  /** The beginning of the paths that show it, or show times in it. */
  invalidates: string;
  timeZone: string;
};

/** Sets the time zone of an account: for its owners on their page of settings, for operators in the console. */
export function ChangeTimeZone(props: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Change time zone
      </Button>
      <Modal opened={opened} onClose={close} title="Time zone">
        <ZoneForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function ZoneForm({ path, invalidates, timeZone, onClose }: Props & { onClose(): void }) {
  const [zone, setZone] = useState(timeZone);
  const [zones] = useState(() => allZones(timeZone));
  const now = new Date(useNow()).toISOString();
  const { send, busy, fault, fields } = useSend<{ timeZone: string }>(path, {
    invalidates: [invalidates],
    shown: ['timeZone'],
  });
  const save = async () => {
    const sent = await send({ timeZone: zone });
    if (sent !== null) notifyDone('Time zone saved');
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Save" busy={busy} fault={fault} onSubmit={save} disabled={zone === timeZone}>
      <Text size="sm">
        Everyone in the account sees times and days in this zone, also in exported files. Daily limits of API keys stay
        in {zoneText(LAGOS)}.
      </Text>
      <NativeSelect
        label="Time zone"
        description={`The time there: ${formatTime(now, zone)}`}
        data={zones}
        data-autofocus
        value={zone}
        error={fields.timeZone}
        onChange={({ currentTarget }) => setZone(currentTarget.value)}
      />
    </DialogForm>
  );
}
