import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DaySums, ReconciledProvider } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { formatNaira } from '../../format/naira';
import { isDay } from '../../format/read-filters';
import { formatTime } from '../../format/time';
import { ActionForm } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog-button';
import { Loaded } from '../../ui/page/loaded';
import { Facts } from '../../ui/text/facts';
import { providerName } from '../../ui/text/names';

const PATH = '/api/operator/reconciliation';

/** Shows the sums of the next day at a provider, and signs it. */
export function CloseDay({ provider: { name: provider, nextDay } }: { provider: ReconciledProvider }) {
  if (nextDay === null) return null;
  const name = providerName(provider);
  return (
    <DialogButton button="Close day" label={`Close day for ${name}`} size="xs" title={`Close a day for ${name}`}>
      {(close) => (
        <ActionForm
          path={`${PATH}/close`}
          invalidates={[PATH]}
          start={{ day: nextDay }}
          fields={[{ name: 'day', label: 'Day (Lagos time)', as: 'day' }]}
          body={({ day }) => ({ provider, day })}
          submit="Sign and close"
          done={(_, { day }) => `${day} is closed.`}
          onClose={close}
          about={<Text size="sm">You can’t change a closed day. Your name is saved with it.</Text>}
        >
          {({ day }) => <Sums provider={provider} day={day} />}
        </ActionForm>
      )}
    </DialogButton>
  );
}

function Sums({ provider, day }: { provider: string; day: string }) {
  const path = `${PATH}/days/${encodeURIComponent(provider)}/${encodeURIComponent(day)}`;
  const sums = useQuery({ ...thingQuery<DaySums>(path), enabled: isDay(day) });
  return <Loaded query={sums}>{(known) => <SumFacts sums={known} />}</Loaded>;
}

const SumFacts = ({ sums }: { sums: DaySums }) => (
  <Facts
    rows={[
      ['Closed', sums.closedAt === null ? 'No' : `By ${sums.closedBy}, ${formatTime(sums.closedAt)}`],
      ['Opening balance', formatNaira(sums.opening)],
      ['Credits', formatNaira(sums.credits)],
      ['Debits', formatNaira(sums.debits)],
      ['Changes without a row', formatNaira(sums.unlisted)],
      ['Closing balance', formatNaira(sums.closing)],
      ['Our cost', formatNaira(sums.cost)],
      ['Accepted differences', formatNaira(sums.entries)],
      ['Our float', formatNaira(sums.floatClosing)],
      ['Carried over', formatNaira(sums.carried)],
      ['Difference', formatNaira(sums.drift)],
      ['Pending orders', String(sums.openOrders)],
      ['Open findings', String(sums.openFindings)],
    ]}
  />
);
