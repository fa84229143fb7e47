import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries';
import { Loaded } from '../ui/page/loaded';
import { PageHeader } from '../ui/page/page-header';
import { PasswordPanel } from './password-panel';
import { SecondStepPanel } from './second-step-panel';
import { SessionsPanel } from './sessions-panel';

export function SecurityPage() {
  const me = useQuery(meQuery);
  return (
    <>
      <PageHeader title="Security" about="How you sign in and where you’re signed in." />
      <Stack maw="56rem">
        <Loaded query={me}>{({ user }) => <SecondStepPanel on={user.twoFactor} />}</Loaded>
        <PasswordPanel />
        <SessionsPanel />
      </Stack>
    </>
  );
}
