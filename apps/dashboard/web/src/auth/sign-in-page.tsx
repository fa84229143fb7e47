import { PasswordInput, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { SignInAnswer } from '@topup/dashboard-contract';
import { useState } from 'react';
import { localPath } from '../api/local-path';
import { GuestFrame } from '../layout/guest-frame';
import { SendForm } from '../ui/form/send-form';
import { TextLink } from '../ui/text/links';
import { CodeStep } from './code-step';
import { useEntry } from './use-entry';

const route = getRouteApi('/sign-in');

export default function SignInPage() {
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
      <SendForm<SignInAnswer>
        path="/api/auth/sign-in/email"
        body={({ email = '', password }) => ({ email: email.trim(), password })}
        onSent={({ twoFactorRedirect }) => (twoFactorRedirect ? setStep('code') : enter())}
        submit="Sign in"
      >
        {() => (
          <>
            <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} />
            <PasswordInput
              name="password"
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
          </>
        )}
      </SendForm>
      <TextLink to="/forgot" size="sm">
        Forgot your password?
      </TextLink>
    </GuestFrame>
  );
}
