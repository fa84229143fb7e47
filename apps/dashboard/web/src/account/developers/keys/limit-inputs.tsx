import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { zonePlace } from '../../../format/zone';
import { NairaInput } from '../../../ui/form/naira-input';
import type { TypedLimits } from './typed-limits';

/** The names under which the server names faults of these inputs. */
export const LIMIT_FIELDS = ['scope', 'expiresAt', 'allowedCidrs', 'dailyLimit'];

type Props = { typed: TypedLimits; fields: Record<string, string>; onChange(typed: TypedLimits): void };

/** What a key may, from when it is made. */
export function LimitInputs({ typed, fields, onChange }: Props) {
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
