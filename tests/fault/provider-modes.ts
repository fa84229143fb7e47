import { allInFullRun } from '@topup/testkit';

/** Only the provider that vends every order proves that nothing is sent twice: the other one would hide it. */
export const PROVIDER_MODES = allInFullRun(
  ['a provider that rejects repeats', 'false'] as const,
  ['a provider that vends repeats', 'true'] as const,
);
