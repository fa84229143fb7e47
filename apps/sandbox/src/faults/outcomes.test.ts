import { PROVIDERS } from '../providers';
import { OUTCOMES, readOutcome } from './outcomes';

const nameOf = (recipient: string) => readOutcome(recipient).outcome.name;

describe('a number that asks for the wrong outcome', () => {
  it('reads outcome and delay from the digits after 0800', () => {
    for (const outcome of OUTCOMES) {
      expect(readOutcome(`0800${outcome.number}07123`)).toEqual({ outcome, delayMs: 7_000 });
    }
    expect(OUTCOMES.map(({ number }) => number)).toEqual(
      Array.from({ length: 18 }, (_, index) => String(index).padStart(2, '0')),
    );
  });

  it('limits a delay to 59 seconds', () => {
    expect(readOutcome('08000099123').delayMs).toBe(59_000);
    expect(readOutcome('08000059123').delayMs).toBe(59_000);
  });

  it('lets any other number succeed at once', () => {
    for (const recipient of [
      '08031234567',
      '07011111111',
      '08009900123',
      '08001800123',
      '0800',
      '080005',
      '',
      '2348000500123',
    ]) {
      expect(readOutcome(recipient)).toMatchObject({ outcome: { name: 'delivered' } });
    }
    expect(readOutcome('08031234567').delayMs).toBe(0);
  });

  it("gives VTpass's own numbers the meaning they have there", () => {
    for (const number of ['08011111111', '1212121212', '1111111111111', '1010101010101'])
      expect(nameOf(number)).toBe('delivered');
    expect(nameOf('201000000000')).toBe('pending-for-ever');
    expect(nameOf('500000000000')).toBe('error-unrecorded');
    expect(nameOf('400000000000')).toBe('hang-unrecorded');
    expect(nameOf('300000000000')).toBe('hang-delivered');
  });

  it('has a sentence for the documentation of every outcome', () => {
    for (const { words } of PROVIDERS) for (const { name } of OUTCOMES) expect(words[name]).toMatch(/^[A-Z`].+\.$/);
  });
});
