import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/request';
import { tiersQuery } from './tiers';

/** Chooses a tier. Its markup is what the account pays above our cost for data plans. */
export function TierSelect({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange(tier: string): void;
  error?: string | undefined;
}) {
  const tiers = useQuery(tiersQuery);
  const known = tiers.data ?? [];
  return (
    <NativeSelect
      label="Tier"
      description="Sets the prices that the account pays for data plans."
      required
      data={[
        { value: '', label: 'Choose a tier' },
        ...known.map(({ name, markupPercent }) => ({ value: name, label: `${name} (${markupPercent}% markup)` })),
      ]}
      value={value}
      error={error ?? (tiers.isError && messageOf(tiers.error))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
