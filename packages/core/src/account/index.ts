export {
  type AccountSummary,
  type AccountSums,
  createAccount,
  findAccount,
  getWebhookUrl,
  listAccounts,
  matchPaymentReference,
  searchAccounts,
  setAccountLimits,
  setAccountStatus,
  setAccountTier,
  setWebhookUrl,
  sumAccounts,
} from './account.store';
export * from './change-account';
export {
  GREATEST_LIMIT,
  GREATEST_TEST_LIMIT,
  type LimitName,
  limitNames,
  NO_OWN_LIMITS,
  type OwnLimits,
  ownLimitsText,
  type RequestLimits,
} from './limits';
export { mailLowBalances, setLowBalance } from './low-balance.store';
export { type Mode, modes } from './mode';
export { addTestMoney, resetTestMoney } from './test-money';
export { createTier, listTiers, type TierSummary } from './tier.store';
export { readTimeZone } from './time-zone.store';
export { fundTestWallet, MAX_TEST_FUNDING_KOBO, readTwin, resetTestAccount } from './twin.store';
