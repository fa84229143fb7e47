import { Anchor, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { SignInAnswer } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { GuestFrame } from '../layout/guest-frame';
import { SendForm } from '../ui/form/form';
import { Hint } from '../ui/text/values';
import { CodeInput, codeIn } from './inputs';

/** Opens this place for a user who has just signed in. Data of an earlier user is dropped. */
export function useEntry(place: string): () => void {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(place);
  };
}

type Props = {
  title: string;
  /** Where a user who has signed in goes. */
  place: string;
  /** Leaves the second step; by default for the first one. */
  onBack?: () => void;
  /** The first step, which says what the server answered. */
  children(onAnswer: (answer: SignInAnswer) => void): ReactNode;
};

/** A page that signs in: its first step, and then the code of those who have a second factor. */
export function EntryPage({ title, place, onBack, children }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const enter = useEntry(place);
  if (needsCode)
    return (
      <GuestFrame key="code" title="Confirm it’s you">
        <CodeStep onDone={enter} onBack={onBack ?? (() => setNeedsCode(false))} />
      </GuestFrame>
    );
  return (
    <GuestFrame key="password" title={title}>
      {children(({ twoFactorRedirect }) => (twoFactorRedirect ? setNeedsCode(true) : enter()))}
    </GuestFrame>
  );
}

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

function CodeStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const { path, about, label, other } = KINDS[kind];
  return (
    <Stack>
      <SendForm key={kind} path={path} body={codeIn} onSent={onDone} submit="Confirm">
        {() => (
          <>
            <Hint>{about}</Hint>
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
