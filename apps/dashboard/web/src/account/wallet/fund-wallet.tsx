import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FundingNumbers, Wallet } from '@topup/dashboard-contract';
import { type FormEvent, useRef, useState } from 'react';
import { thingQuery, walletQuery } from '../../api/queries';
import { messageOf, postJson } from '../../api/request';
import { SERVICE } from '../../layout/service';
import { useMay } from '../../layout/use-me';
import { DialogButton } from '../../ui/form/dialog';
import { notifyDone } from '../../ui/form/form';
import { FaultAlert, Loaded, Panel } from '../../ui/page/page';
import { CopyButton } from '../../ui/text/copy';
import { Hint, Money, When } from '../../ui/text/values';

const PATH = '/api/wallet/funding-account';

/** Where to pay to: account numbers of the account's own, or our bank and the reference that a transfer must have. */
export function FundWallet() {
  const numbers = useQuery(thingQuery<FundingNumbers>(PATH, { poll: true }));
  const wallet = useQuery(walletQuery);
  return (
    <Panel title="Fund your wallet">
      <Loaded query={numbers}>
        {({ offered, banks, waiting }) => (
          <Stack gap="lg">
            {waiting.length > 0 && <Waiting transfers={waiting} />}
            {banks.length > 0 && <Numbers banks={banks} />}
            {banks.length === 0 && offered && <NoNumbers />}
            <Loaded query={wallet}>
              {(known) => (banks.length === 0 || known.fundingDetails !== null) && <ByReference wallet={known} />}
            </Loaded>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

const Waiting = ({ transfers }: { transfers: FundingNumbers['waiting'] }) => (
  <Alert color="yellow" variant="outline" p="xs" role="note" title="An operator must confirm">
    {transfers.map(({ id, amount, payer, foundAt }) => (
      <Text key={id} size="sm">
        <Money amount={amount} /> from {payer}, received <When at={foundAt} />. It is not in your balance yet.
      </Text>
    ))}
  </Alert>
);

const Numbers = ({ banks }: Pick<FundingNumbers, 'banks'>) => (
  <Stack gap="sm">
    <Text size="sm">
      {banks.length === 1
        ? 'Transfer to your account number, from any bank.'
        : 'Transfer to one of your account numbers, from any bank.'}{' '}
      We credit your wallet automatically, usually within a minute.
    </Text>
    {banks.map(({ bankCode, bankName, accountNumber, accountName }) => (
      <div key={`${bankCode} ${accountNumber}`}>
        <Text size="sm" fw={600}>
          {bankName}
        </Text>
        <Group gap="xs">
          <Text className="numbers" fz="1.75rem" fw={650} lh={1.2}>
            {accountNumber}
          </Text>
          <CopyButton text={accountNumber} what={`account number at ${bankName}`} />
        </Group>
        <Hint>{accountName}</Hint>
      </div>
    ))}
  </Stack>
);

function NoNumbers() {
  const mayAsk = useMay('money');
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {mayAsk
          ? 'Get account numbers of your own. We credit transfers to them automatically, usually within a minute.'
          : 'An owner of this account can get account numbers. We credit transfers to them automatically.'}
      </Text>
      {mayAsk && (
        <DialogButton button="Get account numbers" variant="filled" title="Get account numbers">
          {(close) => <AskForNumbers onClose={close} />}
        </DialogButton>
      )}
    </Stack>
  );
}

/** The number is only in its input, and is emptied when it was sent. So no state or cache of the page has it. */
function AskForNumbers({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const [identity, setIdentity] = useState('bvn');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy || input.current === null) return;
    const sent = postJson<FundingNumbers>(PATH, { identity, number: input.current.value.trim() });
    input.current.value = '';
    setBusy(true);
    setFault(null);
    try {
      const numbers = await sent;
      client.setQueryData(thingQuery<FundingNumbers>(PATH).queryKey, numbers);
      notifyDone('You have account numbers now.');
      onClose();
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
    }
  };
  const word = identity.toUpperCase();
  return (
    <form onSubmit={send} autoComplete="off">
      <Stack>
        <FaultAlert fault={fault} />
        <Text size="sm">
          The Central Bank of Nigeria ties account numbers to a person. We pass your BVN or NIN on to the bank, and
          don’t keep it.
        </Text>
        <Radio.Group label="Identity" value={identity} onChange={setIdentity}>
          <Group mt="xs">
            <Radio value="bvn" label="BVN" />
            <Radio value="nin" label="NIN" />
          </Group>
        </Radio.Group>
        <TextInput
          ref={input}
          label={`Your ${word}, 11 digits`}
          required
          inputMode="numeric"
          autoComplete="off"
          pattern="\s*[0-9]{11}\s*"
          title="11 digits"
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Get account numbers
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A transfer to our own bank, which a person matches with the account by its reference. */
const ByReference = ({ wallet: { fundingDetails, paymentReference } }: { wallet: Wallet }) => (
  <Stack gap="sm">
    {fundingDetails === null ? (
      <Text size="sm">
        Fund your wallet by bank transfer.{' '}
        {SERVICE.support === null
          ? 'The bank account to pay into is not set yet.'
          : `To ask which bank account to pay into, contact ${SERVICE.support}.`}
      </Text>
    ) : (
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {fundingDetails}
      </Text>
    )}
    <Text size="sm">Enter your payment reference as the narration of the transfer:</Text>
    <Group gap="xs">
      <Text className="numbers" fz="lg" fw={650}>
        {paymentReference}
      </Text>
      <CopyButton text={paymentReference} what="payment reference" />
    </Group>
    <Hint>We use it to match your payment. We credit your wallet when the payment arrives.</Hint>
  </Stack>
);
