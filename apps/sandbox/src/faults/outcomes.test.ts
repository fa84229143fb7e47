import { OUTCOMES, readOutcome } from './outcomes';

const nameOf = (recipient: string) => readOutcome(recipient).outcome.name;

describe('readOutcome', () => {
  it('would demonstrate the wrong failure if the two digits after 0800 were misread', () => {
    for (const outcome of OUTCOMES) {
      expect(readOutcome(`0800${outcome.number}07123`)).toEqual({ outcome, delayMs: 7_000 });
    }
    expect(OUTCOMES.map(({ number }) => number)).toEqual(
      Array.from({ length: 16 }, (_, index) => String(index).padStart(2, '0')),
    );
  });

  it('would outwait every provider timeout if a delay above 59 s were honoured', () => {
    expect(readOutcome('08000099123').delayMs).toBe(59_000);
    expect(readOutcome('08000059123').delayMs).toBe(59_000);
  });

  it('would break demonstrations with real-looking numbers if anything else did not succeed at once', () => {
    for (const recipient of [
      '08031234567',
      '07011111111',
      '08009900123',
      '08001600123',
      '0800',
      '080005',
      '',
      '2348000500123',
    ]) {
      expect(readOutcome(recipient)).toMatchObject({ outcome: { name: 'delivered' } });
    }
    expect(readOutcome('08031234567').delayMs).toBe(0);
  });

  it("would mislead those who know VTpass if VTpass's own numbers meant something else", () => {
    for (const number of ['08011111111', '1212121212', '1111111111111', '1010101010101'])
      expect(nameOf(number)).toBe('delivered');
    expect(nameOf('201000000000')).toBe('pending-for-ever');
    expect(nameOf('500000000000')).toBe('error-unrecorded');
    expect(nameOf('400000000000')).toBe('hang-unrecorded');
    expect(nameOf('300000000000')).toBe('hang-delivered');
  });

  it('would leave a hole in the documentation if an outcome had no sentence', () => {
    for (const { sentence } of OUTCOMES) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });
});
