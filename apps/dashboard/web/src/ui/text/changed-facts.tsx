import { Text } from '@mantine/core';
import type { Facts } from '@topup/dashboard-contract';
import { changedFacts } from '../../format/changed-facts';

/** What a change did, fact by fact: what was, and what is now. Nothing when there are no facts. */
export function ChangedFacts({ before, after }: { before: Facts | null; after: Facts | null }) {
  const lines = changedFacts(before, after);
  if (lines.length === 0) return null;
  return (
    <Text inherit size="xs">
      {lines.join(' · ')}
    </Text>
  );
}
