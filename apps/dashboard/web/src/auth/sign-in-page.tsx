import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { localPath } from '../api/local-path';
import { GuestFrame } from '../layout/guest-frame';
import { CodeStep } from './code-step';
import { PasswordStep } from './password-step';
import { useEntry } from './use-entry';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const [step, setStep] = useState<'password' | 'code'>('password');
  // back to the page that asked for the sign-in
  const enter = useEntry(route.useSearch({ select: (search) => localPath(search.return) }) ?? '/');
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
