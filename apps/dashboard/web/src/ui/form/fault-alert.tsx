import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** The server's message about a form, above it. */
export function FaultAlert({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {fault}
    </Alert>
  );
}
