import { type CauseCode, causeCodes } from '@topup/core/purchase';
import { operatorLabels } from '../../operator/purchases/operator-labels';
import { clientLabels } from './client-labels';
import type { Event, Move } from './timeline.presenter';

const PENDING: readonly CauseCode[] = ['client_told_pending', 'nobody_answered'];
const move = (causeCode: CauseCode): Move => ({
  fromStatus: 'initiated',
  toStatus: PENDING.includes(causeCode) ? 'pending' : causeCode === 'provider_delivered' ? 'success' : 'failed',
  cause: causeCode === 'operator' ? 'operator: Ada of the provider said so' : `${causeCode}_016`,
  causeCode,
  at: new Date(),
});
const textOf = (steps: { text: string }[]) => steps.map(({ text }) => text).join(' ');

describe('clients read codes and notes of operators, or operators read other words than clients', () => {
  test.each(causeCodes)('%s', (causeCode) => {
    const told = textOf(clientLabels.moved(move(causeCode)));
    expect(told).toMatch(/^[A-Z].*\.$/);
    expect(told).not.toMatch(/016|_|Ada/);
    const steps = operatorLabels.moved(move(causeCode));
    const [code, ...others] = steps.flatMap((step) => step.code ?? []);
    expect(others).toEqual([]);
    if (causeCode === 'next_attempt') return expect(code).toBe('next_attempt');
    expect(textOf(steps).startsWith(told)).toBe(true);
    expect(code).toBe(`${move(causeCode).toStatus} · ${causeCode === 'operator' ? 'operator' : `${causeCode}_016`}`);
    expect(textOf(steps).includes('Ada')).toBe(causeCode === 'operator');
  });

  test('a move that changes no status is shown to operators alone', () => {
    const quarantined: Move = { ...move('quarantined'), fromStatus: 'failed', cause: 'quarantined: lost time' };
    expect(clientLabels.moved(quarantined)).toEqual([]);
    expect(operatorLabels.moved(quarantined)).toMatchObject([
      { kind: 'review', text: 'Quarantined: lost time', code: 'failed · quarantined' },
    ]);
  });

  test('a client whom nobody answered is not told of an answer', () => {
    expect(textOf(clientLabels.moved(move('nobody_answered')))).toBe('Awaiting confirmation.');
    expect(textOf(clientLabels.moved(move('client_told_pending')))).toContain('the API returned "pending"');
  });

  test('an event that had no URL to go to has not failed', () => {
    const event = { event: 'airtime.purchase.success', state: 'no_url' } as Event;
    expect(clientLabels.event(event)).toBe('Webhook airtime.purchase.success not sent: no webhook URL was set.');
  });
});
