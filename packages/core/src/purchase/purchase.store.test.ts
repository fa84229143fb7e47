import { outcomeFacts } from './purchase.store';

test('an operator reads tokens in the order of entry, even in a contradiction', () => {
  // As jsonb returns the keys: by length.
  const result = { token: '3', units: '79.9', bonus_token: '4', key_change_tokens: '1,2' };
  const facts = outcomeFacts({ result, contradictedBy: { at: 'now', ...result } } as never);
  const order = ['key_change_tokens', 'token', 'bonus_token'];
  expect(Object.keys(facts)).toEqual([...order, 'units', 'contradicted_by']);
  expect(Object.keys(Object(facts.contradicted_by))).toEqual([...order, 'at', 'units']);
});
