import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { Invitation } from '@topup/dashboard-contract';
import { CopyButton } from '../../ui/text/copy-button';

/** How the invitation reaches the new user: by mail, or passed on by the inviter. */
export function InvitationLink({
  invitation: { user, link },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  return (
    <Stack>
      <Text size="sm" role="status">
        {link === null
          ? `An invitation is on its way to ${user.email}. Its link works once, for 24 hours.`
          : `Give this link to ${user.name} yourself, by a way that nobody else reads. It works once, for 24 hours, and is not shown again.`}
      </Text>
      {link !== null && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {link}
        </Code>
      )}
      <Group justify="flex-end" gap="xs">
        {link !== null && <CopyButton text={link} what="the link" wide />}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
