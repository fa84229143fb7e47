import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { KeyLimits, KeyRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { zonePlace } from '../../../format/zone';
import { NairaInput } from '../../../ui/form/action-form';
import { DialogButton, rowOpener } from '../../../ui/form/dialog';
import { DialogForm, useSend } from '../../../ui/form/form';
import { Hint } from '../../../ui/text/values';
import { type TypedLimits, toKeyLimits, typedLimitsOf } from './typed-limits';

/** `below`: the beginning of the path, for owners or for operators. `invalidates`: what shows the key. */
type Props = { apiKey: KeyRow; below: '/api' | '/api/operator'; invalidates: string };

export function ChangeKeyLimits(props: Props) {
  const { name } = props.apiKey;
  return (
    <DialogButton {...rowOpener('Change limits', `Change limits of the key ${name}`, `Limits of “${name}”`)}>
      {(close) => <LimitsForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function LimitsForm({ apiKey, below, invalidates, onClose }: Props & { onClose(): void }) {
  const [typed, setTyped] = useState(() => typedLimitsOf(apiKey));
  const { act, busy, fault, fields } = useSend<KeyLimits>(`${below}/keys/${apiKey.id}/limits`, {
    invalidates: [invalidates],
    shown: LIMIT_FIELDS,
  });
  const change = () => act(toKeyLimits(typed, apiKey), () => `Limits of “${apiKey.name}” changed`);
  return (
    <DialogForm onClose={onClose} submit="Change limits" busy={busy} fault={fault} onSubmit={change}>
      <LimitInputs typed={typed} fields={fields} onChange={setTyped} />
      <Hint>Changes apply within a second. We e-mail the account owners.</Hint>
    </DialogForm>
  );
}

/** The names under which the server names faults of these inputs. */
export const LIMIT_FIELDS = ['scope', 'expiresAt', 'allowedCidrs', 'dailyLimit'];

type InputsProps = { typed: TypedLimits; fields: Record<string, string>; onChange(typed: TypedLimits): void };

/** The limits of a key, which can be set when it is made. */
export function LimitInputs({ typed, fields, onChange }: InputsProps) {
  return (
    <>
      <NativeSelect
        label="Permissions"
        data={[
          { value: 'purchase', label: 'Buy, and set the webhook URL' },
          { value: 'read', label: 'Read only: prices, lookups, statuses and balance' },
        ]}
        value={typed.scope}
        error={fields.scope}
        onChange={({ currentTarget }) =>
          onChange({ ...typed, scope: currentTarget.value === 'read' ? 'read' : 'purchase' })
        }
      />
      <TextInput
        type="datetime-local"
        label="Expires"
        description={`In ${zonePlace()}. Leave empty for no expiry.`}
        max="9999-12-31T23:59"
        value={typed.expires}
        error={fields.expiresAt}
        onChange={({ currentTarget }) => onChange({ ...typed, expires: currentTarget.value })}
      />
      <Textarea
        label="Allowed IP addresses"
        description="IP addresses, or networks such as 192.0.2.0/24 or 2001:db8::/48. Leave empty to allow any address."
        autosize
        minRows={2}
        maxRows={6}
        value={typed.networks}
        error={fields.allowedCidrs}
        onChange={({ currentTarget }) => onChange({ ...typed, networks: currentTarget.value })}
      />
      <NairaInput
        label="Daily limit in naira"
        description="The most this key can spend per day, in Lagos time (WAT). Refunded purchases don’t count. Leave empty for no limit."
        value={typed.dailyLimit}
        error={fields.dailyLimit}
        onChange={(dailyLimit) => onChange({ ...typed, dailyLimit })}
      />
    </>
  );
}
