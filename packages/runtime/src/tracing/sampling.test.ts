import { createSampler } from './sampling';

const [LOW, HIGH] = [() => 0.09, () => 0.1];

describe('a client decides what is traced, or the ratio does not hold', () => {
  test('the ratio is of our own dice, whatever the client says', () => {
    for (const parent of [undefined, true, false]) {
      expect(createSampler('traceidratio', 0.1, LOW)(parent)).toBe(true);
      expect(createSampler('traceidratio', 0.1, HIGH)(parent)).toBe(false);
      expect(createSampler('always_on', 0)(parent)).toBe(true);
      expect(createSampler('always_off', 1)(parent)).toBe(false);
    }
  });

  test('only a sampler that is based on the parent follows it, and without one asks the other', () => {
    for (const root of ['always_on', 'always_off', 'traceidratio'] as const) {
      expect(createSampler(`parentbased_${root}`, 0.1, HIGH)(true)).toBe(true);
      expect(createSampler(`parentbased_${root}`, 0.1, LOW)(false)).toBe(false);
      expect(createSampler(`parentbased_${root}`, 0.1, LOW)(undefined)).toBe(root !== 'always_off');
    }
  });

  test('none at 0 and all at 1', () => {
    expect(createSampler('traceidratio', 0, () => 0)(undefined)).toBe(false);
    expect(createSampler('traceidratio', 1, () => 1 - Number.EPSILON)(undefined)).toBe(true);
  });
});
