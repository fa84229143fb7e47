import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries';
import { formatTime } from '../../format/time';
import { useMay, useMe } from '../../layout/use-me';
import { Page, Panel } from '../../ui/page/page';
import { Hint, useNow } from '../../ui/text/values';
import { ChangeTimeZone } from './change-time-zone';

/** Settings for everybody in the account. */
export default function SettingsPage() {
  const me = useMe();
  const mayChange = useMay('settings');
  const { timeZone } = useQuery(meQuery).data ?? me;
  const now = new Date(useNow()).toISOString();
  return (
    <Page
      title="Settings"
      about={`These apply to everyone in the account.${mayChange ? '' : ' Account owners can change them.'}`}
    >
      <Panel title="Time zone">
        <Stack gap="sm" align="flex-start">
          <Text fw={600}>{timeZone}</Text>
          <Hint>The time now: {formatTime(now)}</Hint>
          {mayChange && <ChangeTimeZone path="/api/settings/time-zone" invalidates="/api" timeZone={timeZone} />}
        </Stack>
      </Panel>
    </Page>
  );
}
