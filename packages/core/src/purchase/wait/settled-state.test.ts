import { readSettledState } from './waiting.store';

const STATE = { status: 'success', message: 'Airtime purchase successful.', causeCode: 'provider_delivered' };

test('a notice is an answer only when it says a success, a message and a cause', () => {
  expect(readSettledState({ ...STATE, more: 1 })).toEqual(STATE);
  for (const wrong of [
    undefined,
    null,
    'success',
    {},
    { ...STATE, status: 'pending' },
    { ...STATE, status: 'failed' },
    { ...STATE, status: 'refunded' },
    { ...STATE, status: 'vended' },
    { ...STATE, message: null },
    { ...STATE, causeCode: undefined },
  ])
    expect(readSettledState(wrong)).toBeUndefined();
});
