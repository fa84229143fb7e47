import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { wordsOf } from '../../api/request';
import { tiersQuery } from './tiers';

/** Which tier, with its markup: what the account pays above our cost for data plans. */
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
      description="Decides what the account pays for data plans."
      required
      data={[
        { value: '', label: 'Choose a tier' },
        ...known.map(({ name, markupPercent }) => ({ value: name, label: `${name} (${markupPercent}% markup)` })),
      ]}
      value={value}
      error={error ?? (tiers.isError && wordsOf(tiers.error))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
