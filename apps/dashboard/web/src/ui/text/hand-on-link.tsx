import { Code, Text } from '@mantine/core';

/** A link that sets a password, to be handed to one person. */
export function HandOnLink({ email, link }: { email: string; link: string }) {
  return (
    <>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <Text size="sm" c="dimmed">
        Hand it to {email} alone, over a way you trust: whoever opens it sets the password.
      </Text>
    </>
  );
}
