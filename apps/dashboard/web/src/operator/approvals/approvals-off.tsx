import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { usePolicy } from './use-policy';

/** Says on every page of the console that nothing needs a second operator. */
export function ApprovalsOff() {
  if (usePolicy()?.approvals !== 'off') return null;
  return (
    <Alert color="yellow" variant="outline" mb="lg" p="xs" role="note" icon={<IconAlertTriangle aria-hidden />}>
      Approvals are off. One operator alone can move money up to the daily cap, and add or disable operators.
    </Alert>
  );
}
