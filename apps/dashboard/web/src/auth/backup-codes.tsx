import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '../ui/text/copy-button';

/** The backup codes are shown only once: the server does not show them again. */
export function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <Alert title="Your backup codes" color="yellow" variant="outline" w="100%" role="status">
      <Stack>
        <Text size="sm">
          Store these codes with your passwords. Each code signs you in once when you don’t have your phone. You’ll see
          them only once.
        </Text>
        <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton text={codes.join('\n')} what="all codes" wide />
          <Button onClick={onKept}>Done, I’ve saved them</Button>
        </Group>
      </Stack>
    </Alert>
  );
}
