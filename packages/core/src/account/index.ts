export {
  type AccountSummary,
  type AccountSums,
  createAccount,
  findAccount,
  getWebhookUrl,
  listAccounts,
  matchPaymentReference,
  readTimeZone,
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
export { createTier, listTiers, type TierSummary } from './tier.store';
export { fundTestWallet, MAX_TEST_FUNDING_KOBO, readTwin, resetTestAccount } from './twin.store';
