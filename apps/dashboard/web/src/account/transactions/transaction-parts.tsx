import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Transaction } from '@topup/dashboard-contract';
import { fieldLabel } from '../../format/field-label';
import { formatNaira } from '../../format/naira';
import { PRODUCTS } from '../../generated/vocabulary';
import { Panel } from '../../ui/page/page';
import { Copied, CopyButton } from '../../ui/text/copy';
import { serviceName } from '../../ui/text/names';
import { type Fact, Facts, Hint, Money, Small, When } from '../../ui/text/values';

/** Why a purchase failed, what its client can do, and that the money is back, with the code of the public API. */
export function FailurePanel({ failure, refundedAmount }: Pick<Transaction, 'failure' | 'refundedAmount'>) {
  if (failure === null) return null;
  return (
    <Alert variant="outline" color="red" icon={<IconInfoCircle aria-hidden />} title={failure.why}>
      <Stack gap={4}>
        <Text size="sm">{failure.advice}</Text>
        <Text size="sm">
          {refundedAmount !== null && `${formatNaira(refundedAmount)} was refunded. `}
          <Text span size="xs" ff="monospace" c="dimmed">
            {failure.code}
          </Text>
        </Text>
      </Stack>
    </Alert>
  );
}

/** Tokens and PINs are large, in the order in which meters take them, in groups of four, and copied without spaces. */
export function ResultPanel({ result }: { result: Record<string, string> }) {
  const entries = Object.entries(result).filter(([, value]) => value !== '');
  if (entries.length === 0) return null;
  return (
    <Panel title="Result" gap="sm">
      {entries
        .filter(isToken)
        .flatMap(oneByOne)
        .map(({ name, digits }) => (
          <Token key={digits} name={name} digits={digits} />
        ))}
      <Facts rows={entries.filter((entry) => !isToken(entry)).map(resultFact)} />
    </Panel>
  );
}

export const isToken = ([name]: [string, string]): boolean => /(?:tokens?|pin)$/i.test(name);

/** A part of the result. Charges of a disco are in naira. */
export const resultFact = ([name, value]: [string, string]): Fact => [
  fieldLabel(name),
  /^(debt_deducted|vat)$/.test(name) ? <Money key={name} amount={value} /> : value,
];

function oneByOne([field, tokens]: [string, string]): { name: string; digits: string }[] {
  const all = tokens.split(',');
  const label = fieldLabel(field);
  return all.map((digits, i) => ({ name: all.length === 1 ? label : `${label} ${i + 1}`, digits }));
}

function Token({ name, digits }: { name: string; digits: string }) {
  return (
    <div>
      <Hint>{name}</Hint>
      <Group gap="xs">
        <Text span ff="monospace" fz="lg" fw={600}>
          {digits.replaceAll(/\D/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ') || digits}
        </Text>
        <CopyButton text={digits} what={name.toLowerCase()} />
      </Group>
    </div>
  );
}

export function purchaseFacts(purchase: Omit<Transaction, 'status'>): Fact[] {
  const { product, description, recipient, message, createdAt, finalAt, needsReview, id } = purchase;
  return [
    ['Product', `${PRODUCTS[product]}: ${description}`],
    ['Recipient', <Copied key="recipient" text={recipient} what="recipient" />],
    ...detailFacts(purchase),
    message !== null && ['Message', message],
    needsReview && [
      'Review',
      finalAt === null
        ? 'Awaiting confirmation. We’re reviewing this purchase. If it failed, you’ll be refunded.'
        : 'We’re checking this outcome once more.',
    ],
    ['Placed', <When key="placed" at={createdAt} />],
    ['Completed', <When key="completed" at={finalAt} never="–" />],
    ['ID', id],
  ];
}

/** A detail that equals the recipient is not shown again. */
export const detailFacts = ({ recipient, details }: Pick<Transaction, 'recipient' | 'details'>): Fact[] =>
  Object.entries(details).map(([name, value]) => value !== recipient && [fieldLabel(name), serviceName(value)]);

/** The amount in a list, and what was paid where a discount made that less. */
export const Amount = ({ amount, charged }: Pick<Transaction, 'amount' | 'charged'>) => (
  <Small whole under={<Money amount={amount} />}>
    {charged !== amount && (
      <>
        Charged <Money amount={charged} />
      </>
    )}
  </Small>
);

type Payment = Pick<
  Transaction,
  'amount' | 'charged' | 'balanceBefore' | 'balanceAfter' | 'refundedAmount' | 'balanceAfterRefund'
>;

/** Lists the effects of the purchase on the wallet. Others may have changed the balance between debit and refund. */
export function moneyFacts(payment: Payment): Fact[] {
  const { amount, charged, balanceBefore, balanceAfter, refundedAmount, balanceAfterRefund } = payment;
  return [
    ['Amount', <Money key="amount" amount={amount} fw={600} />],
    charged !== amount && ['Charged', <Money key="charged" amount={charged} fw={600} />],
    ['Balance before', <Money key="before" amount={balanceBefore} />],
    ['Balance after', <Money key="after" amount={balanceAfter} />],
    refundedAmount !== null && ['Refunded', <Money key="refunded" amount={refundedAmount} signed fw={600} />],
    balanceAfterRefund !== null && ['Balance after refund', <Money key="after-refund" amount={balanceAfterRefund} />],
  ];
}
