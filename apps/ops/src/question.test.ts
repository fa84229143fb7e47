import { PassThrough } from 'node:stream';
import { ask } from './question';

/** Answers the question with these bytes, as a terminal in raw mode sends them. */
async function answered(keys: string | null): Promise<boolean> {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const answer = ask('Revoke key 1 for good?', input, output);
  if (keys === null) input.end();
  else input.write(keys);
  return answer;
}

describe('a person who leaves a question gets a stack trace, or has said yes', () => {
  test.each([
    ['y', 'y\r', true],
    ['Yes', ' Yes \r', true],
    ['nothing', '\r', false],
    ['another word', 'yesterday\r', false],
    ['Ctrl-C', '\u0003', false],
    ['Ctrl-C after a y', 'y\u0003', false],
    ['Ctrl-D', '\u0004', false],
    ['the end of the input', null, false],
  ])('%s', async (_, keys, expected) => {
    expect(await answered(keys)).toBe(expected);
  });
});
