import { PasswordInput } from '@mantine/core';

const SHORTEST = 12;
const LONGEST = 128;

/** The input `newPassword`, with the rules that the server applies. */
export function NewPasswordInput({ label, fault }: { label: string; fault: string | undefined }) {
  return (
    <PasswordInput
      name="newPassword"
      label={label}
      description={`At least ${SHORTEST} characters. Don’t include the name from your e-mail address. A few random words work well.`}
      autoComplete="new-password"
      minLength={SHORTEST}
      maxLength={LONGEST}
      required
      withAsterisk={false}
      error={fault}
    />
  );
}
