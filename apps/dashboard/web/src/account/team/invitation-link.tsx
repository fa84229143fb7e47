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
          ? `We e-mailed an invitation to ${user.email}. The link works once and expires in 24 hours.`
          : `Send this link to ${user.name} over a private channel. You’ll see it only once. It works once and expires in 24 hours.`}
      </Text>
      {link !== null && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {link}
        </Code>
      )}
      <Group justify="flex-end" gap="xs">
        {link !== null && <CopyButton text={link} what="link" wide />}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
