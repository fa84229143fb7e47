import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { mayHelp } from '../../api/queries';
import { wordsOf } from '../../api/request';

/** What stands where something could not be read: the server's words, and another try where one may help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{wordsOf(error)}</Text>
        {onRetry !== undefined && mayHelp(error) && (
          <Button variant="default" size="xs" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
