import { Text } from '@mantine/core';
import { Money } from '../../ui/text/money';
import { useRule } from './use-rule';

/** What the operator may move alone and today, before they type an amount. */
export function RuleHint() {
  const rule = useRule();
  if (rule === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {rule.approvals === 'required' && (
        <>
          Above <Money amount={rule.approvalLimit} /> a second operator must approve.{' '}
        </>
      )}
      Of your daily cap, <Money amount={rule.leftToday} /> is left today.
    </Text>
  );
}
