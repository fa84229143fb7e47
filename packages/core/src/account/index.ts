export {
  type AccountSummary,
  type CreateAccountOutcome,
  createAccount,
  findAccount,
  getWebhookUrl,
  listAccounts,
  lockAccount,
  searchAccounts,
  setAccountLimits,
  setAccountStatus,
  setAccountTier,
  setWebhookUrl,
  setWebhookUrlByKey,
  sumAccounts,
} from './account.store';
export {
  GREATEST_LIMIT,
  type LimitName,
  limitNames,
  NO_OWN_LIMITS,
  type OwnLimits,
  ownLimitsText,
  type RequestLimits,
} from './limits';
export { createTier, listTiers, setTierMarkup, type TierSummary } from './tier.store';
