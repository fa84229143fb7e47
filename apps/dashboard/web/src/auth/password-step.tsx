import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';
import { TextLink } from '../ui/text/links';

/** @param onCode called when the password is correct and a code must follow */
export function PasswordStep({ onDone, onCode }: { onDone: () => void; onCode: () => void }) {
  const { send, busy, fault } = useSend<{ email: string; password: string }, { twoFactorRedirect?: boolean }>(
    '/api/auth/sign-in/email',
    {
      invalidates: [],
    },
  );
  const submit = async ({ email = '', password = '' }: Record<string, string>) => {
    const sent = await send({ email: email.trim(), password });
    if (sent === null) return;
    if (sent.twoFactorRedirect) onCode();
    else onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <FaultAlert fault={fault} />
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required withAsterisk={false} />
        <Button type="submit" loading={busy}>
          Sign in
        </Button>
        <TextLink to="/forgot" size="sm">
          Forgot your password?
        </TextLink>
      </Stack>
    </form>
  );
}
