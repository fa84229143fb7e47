import { stepOfCode } from './totp';

// RFC 6238, appendix B: the last six of the eight digits of SHA-1
const SECRET = '12345678901234567890';
const VECTORS = [
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

test.each(VECTORS)('the code of the standard at %s s names its step, and those beside it', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  const from = (late: number) => stepOfCode(SECRET, code, new Date((seconds + late) * 1000));
  expect([from(-30), from(0), from(30)]).toEqual([step, step, step]);
  expect([from(-61), from(61)]).toEqual([null, null]);
});

test.each(['', '08180', '0818040', '08180x'])('"%s" is the code of no step', (code) => {
  expect(stepOfCode(SECRET, code, new Date(1_111_111_109_000))).toBeNull();
});
