import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Batch, Buying, FileNote } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { isLess, subtractNaira } from '../../format/amount';
import { formatNaira } from '../../format/naira';
import { counted, formatCount } from '../../format/numbers';
import { useMay } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/dialog';
import { Loaded, Panel } from '../../ui/page/page';
import { WhereToPay } from '../../ui/text/links';
import { Facts, Hint, Money } from '../../ui/text/values';
import { CancelBatch, OF_BATCH } from './batch-moves';
import { MayBuy } from './buying-state';
import { Warning } from './check-dialog';
import { FileNotes } from './file-notes';

/** A file that nobody has confirmed: what it costs, what was pointed out, and its confirmation. */
export function BatchReview({ batch }: { batch: Batch }) {
  const notes = useQuery(thingQuery<FileNote[]>(`/api/buying/batches/${batch.id}/notes`));
  if (!useMay('buy')) return <Hint>Nobody has confirmed this file, so none of it was bought.</Hint>;
  return (
    <>
      <Loaded query={notes} height={0}>
        {(found) =>
          found.length > 0 && (
            <FileNotes title="Worth a look" caption="What was pointed out in the file, by row" notes={found}>
              You can confirm the file as it is. Rows that are there twice are then bought twice.
            </FileNotes>
          )
        }
      </Loaded>
      <MayBuy>{(buying) => <Costs batch={batch} buying={buying} />}</MayBuy>
    </>
  );
}

function Costs({ batch, buying: { balance, cap, left } }: { batch: Batch; buying: Buying }) {
  const { id, rows, total } = batch;
  return (
    <Panel title="Check before you buy" gap="sm">
      <Facts
        rows={[
          ['Purchases', formatCount(rows)],
          ['Total', <Money key="total" amount={total} fw={600} />],
          ['Balance now', <Money key="now" amount={balance} />],
          ['Balance after', <Money key="after" amount={subtractNaira(balance, total)} gain />],
          cap !== null && left !== null && ['Left of today’s cap', <Money key="left" amount={left} />],
        ]}
      />
      {isLess(balance, total) && (
        <Warning title="The balance covers only a part of it">
          The file pauses when the money is used up, and goes on when you resume it. <WhereToPay />
        </Warning>
      )}
      {left !== null && isLess(left, total) && (
        <Warning title="The daily cap covers only a part of it">
          The file pauses when today’s cap is used up. You can resume it tomorrow.
        </Warning>
      )}
      <Group gap="xs">
        <ConfirmAction<Batch>
          button={`Buy for ${formatNaira(total)}`}
          variant="filled"
          path={`/api/buying/batches/${id}/confirm`}
          body={{ total }}
          invalidates={OF_BATCH}
          title={`Buy for ${formatNaira(total)}?`}
          confirm="Buy"
          done={() => null}
        >
          {counted(rows, 'purchase')}, a few at a time. You can pause at any time. What was bought can’t be taken back.
        </ConfirmAction>
        <CancelBatch batch={batch} />
      </Group>
      <Hint>An unconfirmed file is deleted after a day.</Hint>
    </Panel>
  );
}
