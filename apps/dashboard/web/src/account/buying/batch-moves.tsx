import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Batch } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import { ConfirmAction } from '../../ui/form/dialog';
import { useSend } from '../../ui/form/form';
import { FaultAlert } from '../../ui/page/page';

/** The beginnings of the paths whose data a move changes. */
export const OF_BATCH = ['/api/buying', '/api/wallet'];

type Props = { batch: Batch };

/** What a buyer can do with a file that runs or is paused. Each stays mounted, so that its dialog can close. */
export const BatchMoves = ({ batch }: Props) => (
  <>
    <PauseBatch batch={batch} />
    <ResumeBatch batch={batch} />
    <CancelBatch batch={batch} />
  </>
);

/** At once: each second can buy more. */
function PauseBatch({ batch: { id, state, progress } }: Props) {
  const { act, busy, fault } = useSend<object>(`/api/buying/batches/${id}/pause`, { invalidates: OF_BATCH });
  if (state !== 'running' || progress.waiting === 0) return null;
  return (
    <>
      <FaultAlert fault={fault} />
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} aria-hidden />}
        loading={busy}
        onClick={() => void act({}, () => 'Paused. What was accepted goes on.')}
      >
        Pause
      </Button>
    </>
  );
}

const ResumeBatch = ({ batch: { id, state, progress } }: Props) => (
  <ConfirmAction<Batch>
    button="Resume"
    variant="filled"
    leftSection={<IconPlayerPlay size={16} aria-hidden />}
    shown={state === 'paused'}
    path={`/api/buying/batches/${id}/resume`}
    invalidates={OF_BATCH}
    title="Resume?"
    confirm="Resume"
    done={() => 'Resumed'}
  >
    Buys the {counted(progress.waiting, 'purchase')} that {progress.waiting === 1 ? 'waits' : 'wait'}.
  </ConfirmAction>
);

export const CancelBatch = ({ batch: { id, state, progress } }: Props) => {
  const isDraft = state === 'draft';
  return (
    <ConfirmAction<Batch>
      button={isDraft ? 'Discard' : 'Cancel the rest'}
      shown={isDraft || (['running', 'paused'].includes(state) && progress.waiting > 0)}
      path={`/api/buying/batches/${id}/cancel`}
      invalidates={OF_BATCH}
      title={isDraft ? 'Discard this file?' : 'Cancel the rest?'}
      confirm={isDraft ? 'Discard' : 'Cancel the rest'}
      danger
      done={() => (isDraft ? 'Discarded' : 'Cancelled')}
    >
      {isDraft
        ? 'None of it was bought.'
        : `The ${counted(progress.waiting, 'purchase')} not sent yet will never be bought. What was accepted goes on.`}
    </ConfirmAction>
  );
};
