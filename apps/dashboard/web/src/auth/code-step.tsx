import { Anchor, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { SendForm } from '../ui/form/send-form';

const KINDS = {
  app: {
    path: '/api/auth/two-factor/verify-totp',
    about: 'Enter the code from your authenticator app.',
    label: 'Authentication code',
    other: 'Use a backup code',
  },
  backup: {
    path: '/api/auth/two-factor/verify-backup-code',
    about: 'Enter one of your backup codes. Each code works once.',
    label: 'Backup code',
    other: 'Use authenticator app',
  },
};

/** The second step of signing in. */
export function CodeStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const { path, about, label, other } = KINDS[kind];
  return (
    <Stack>
      <SendForm key={kind} path={path} body={codeIn} onSent={onDone} submit="Confirm">
        {() => (
          <>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
            <CodeInput label={label} inputMode={kind === 'app' ? 'numeric' : 'text'} ref={focusFirst} />
          </>
        )}
      </SendForm>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={() => setKind(kind === 'app' ? 'backup' : 'app')}>
          {other}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Start over
        </Anchor>
      </Group>
    </Stack>
  );
}

/** Focuses the only input of this step. A constant function, so that React calls it once and not at each keystroke. */
const focusFirst = (input: HTMLInputElement | null): void => input?.focus();

/** Where a code of the second factor is typed. */
export const CodeInput = (look: TextInputProps) => (
  <TextInput name="code" autoComplete="one-time-code" required withAsterisk={false} {...look} />
);

/** The code that was typed, without the spaces that apps show in it. */
export const codeIn = ({ code = '' }: Record<string, string>): { code: string } => ({
  code: code.replaceAll(/\s/g, ''),
});
