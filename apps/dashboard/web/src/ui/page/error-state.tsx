import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { mayHelp } from '../../api/queries';
import { messageOf } from '../../api/request';

/** Shown when something could not be read: the message, and a retry when it may help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{messageOf(error)}</Text>
        {onRetry !== undefined && mayHelp(error) && (
          <Button variant="default" size="xs" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
