import { Code, Text } from '@mantine/core';

/** A link that sets a password, to be handed to one person. */
export function HandOnLink({ email, link }: { email: string; link: string }) {
  return (
    <>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <Text size="sm" c="dimmed">
        Send it only to {email}, over a private channel. Anyone who opens it can set the password.
      </Text>
    </>
  );
}
