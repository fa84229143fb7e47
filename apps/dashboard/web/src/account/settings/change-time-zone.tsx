import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatTime } from '../../format/time';
import { allZones, LAGOS, zoneText } from '../../format/zone';
import { ActionForm } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { useNow } from '../../ui/text/values';

/** `invalidates`: the beginning of the paths that show the zone, or times in it. */
type Props = { path: string; invalidates: string; timeZone: string };

/** Sets the time zone of an account: for its owners on their page of settings, for operators in the console. */
export const ChangeTimeZone = (props: Props) => (
  <DialogButton button="Change time zone" title="Time zone">
    {(close) => <ZoneForm {...props} onClose={close} />}
  </DialogButton>
);

function ZoneForm({ path, invalidates, timeZone: set, onClose }: Props & { onClose(): void }) {
  const [zones] = useState(() => allZones(set).map((zone) => [zone, zone] as const));
  const now = new Date(useNow()).toISOString();
  return (
    <ActionForm
      path={path}
      invalidates={[invalidates]}
      start={{ timeZone: set }}
      fields={({ timeZone }) => [
        {
          name: 'timeZone',
          label: 'Time zone',
          description: `The time there: ${formatTime(now, timeZone)}`,
          choices: zones,
          focus: true,
        },
      ]}
      submit="Save"
      ready={({ timeZone }) => timeZone !== set}
      done={() => 'Time zone saved'}
      onClose={onClose}
      about={
        <Text size="sm">
          Everyone in the account sees times and days in this zone, including in exported files. Daily limits of API
          keys stay in {zoneText(LAGOS)}.
        </Text>
      }
    />
  );
}
