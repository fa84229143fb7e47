import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { localPath } from '../api/local-path';
import { GuestFrame } from '../layout/guest-frame';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const enter = useEntry();
  if (step === 'code')
    return (
      <GuestFrame key="code" title="Confirm it’s you">
        <CodeStep onDone={enter} onBack={() => setStep('password')} />
      </GuestFrame>
    );
  return (
    <GuestFrame key="password" title="Sign in">
      <PasswordStep onDone={enter} onCode={() => setStep('code')} />
    </GuestFrame>
  );
}

/** Returns to the page that asked for the sign-in. Data of an earlier user is dropped. */
function useEntry(): () => void {
  const place = route.useSearch({ select: (search) => localPath(search.return) }) ?? '/';
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    client.clear();
    router.history.replace(place);
  };
}
