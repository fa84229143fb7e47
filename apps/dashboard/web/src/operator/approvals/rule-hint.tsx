import { Text } from '@mantine/core';
import { Money } from '../../ui/text/money';
import { usePolicy } from './use-policy';

/** What the operator may move alone and today, before they type an amount. */
export function RuleHint() {
  const rule = usePolicy();
  if (rule === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {rule.approvals === 'required' && (
        <>
          Amounts above <Money amount={rule.approvalLimit} /> need approval by a second operator.{' '}
        </>
      )}
      You have <Money amount={rule.leftToday} /> of your daily cap left today.
    </Text>
  );
}
