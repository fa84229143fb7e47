import { Alert, Modal, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BoughtByForm, BuyByForm, CheckedOrder } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import type { Query } from '../../api/request';
import { isLess } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { DialogForm, useSend } from '../../ui/form/form';
import { SentenceLink, WhereToPay } from '../../ui/text/links';
import { Facts, Money, When } from '../../ui/text/values';

/** A purchase that was ordered, and how it was described. */
export type Bought = BoughtByForm & Pick<CheckedOrder, 'description' | 'recipient' | 'charge'>;

type Checked = { order: Query; id: string; check: CheckedOrder };
type OfCheck = { onClose(): void; onRefused(code: string): void; onBought(bought: Bought): void };

/** Shows what an order costs, and buys it. It cannot be closed while it is sent. */
export const CheckDialog = ({ checked, ...of }: OfCheck & { checked: Checked | null }) => (
  <Modal
    opened={checked !== null}
    onClose={of.onClose}
    title="Check before you buy"
    withCloseButton={false}
    transitionProps={{ exitDuration: 0 }}
  >
    {checked !== null && <CheckForm checked={checked} {...of} />}
  </Modal>
);

function CheckForm({ checked: { order, id, check }, onClose, onRefused, onBought }: OfCheck & { checked: Checked }) {
  const { description, recipient, customer, amount, charge, balance, balanceAfter } = check;
  const { send, busy, fault, code } = useSend<BuyByForm, BoughtByForm>('/api/buying/purchases', {
    invalidates: ['/api/wallet', '/api/buying'],
  });
  const isTooMuch = isLess(balance, charge);
  const buy = async () => {
    // the check has taken the parameters, so they are the fields of an order
    const bought = await send({ ...order, id, charge } as BuyByForm);
    if (bought !== null) onBought({ ...bought, description, recipient, charge });
    return bought !== null;
  };
  const close = () => {
    if (code !== null) onRefused(code);
    onClose();
  };
  return (
    <DialogForm
      onClose={close}
      leave="Back"
      submit={`Buy for ${formatNaira(charge)}`}
      busy={busy}
      fault={fault}
      disabled={isTooMuch}
      onSubmit={buy}
    >
      <Facts
        rows={[
          ['Product', description],
          [
            'Recipient',
            <span key="recipient" className="numbers">
              {recipient}
            </span>,
          ],
          customer !== null && ['Customer', whoIs(customer)],
          ['Amount', <Money key="amount" amount={amount} fw={600} />],
          charge !== amount && ['You pay', <Money key="charge" amount={charge} fw={600} />],
          ['Balance now', <Money key="now" amount={balance} />],
          ['Balance after', <Money key="after" amount={balanceAfter} gain />],
        ]}
      />
      {customer?.kind === 'not_recognised' && (
        <Warning title={NOT_RECOGNISED}>
          {customer.reason} Check the number: a purchase for it may fail, and the money then comes back.
        </Warning>
      )}
      {check.sameBefore !== null && <BoughtBefore {...check.sameBefore} />}
      {isTooMuch && (
        <Warning title="The balance is too low">
          <WhereToPay />
        </Warning>
      )}
    </DialogForm>
  );
}

const NOT_RECOGNISED = 'Not recognised';

function whoIs(customer: NonNullable<CheckedOrder['customer']>): string {
  if (customer.kind === 'found') return customer.name === '' ? 'The provider names nobody' : customer.name;
  return customer.kind === 'not_recognised' ? NOT_RECOGNISED : 'Could not be checked';
}

const BoughtBefore = ({ reference, at }: NonNullable<CheckedOrder['sameBefore']>) => (
  <Warning title="You have bought this before">
    The same was bought for this number, <When at={at} />:{' '}
    <SentenceLink to="/transactions/$reference" params={{ reference }} target="_blank">
      {reference}
    </SentenceLink>
    . If you buy, the customer gets it twice.
  </Warning>
);

export const Warning = ({ title, children }: { title?: string; children: ReactNode }) => (
  <Alert
    color="yellow"
    variant="outline"
    icon={<IconAlertTriangle aria-hidden />}
    title={title}
    styles={{ title: { color: 'inherit' } }}
  >
    <Text size="sm" component="div">
      {children}
    </Text>
  </Alert>
);
