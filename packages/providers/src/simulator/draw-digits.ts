import { randomInt } from 'node:crypto';

export const drawDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');
