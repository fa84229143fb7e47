export {
  type AccountSummary,
  type CreateAccountOutcome,
  createAccount,
  findAccount,
  getWebhookUrl,
  listAccounts,
  lockAccount,
  searchAccounts,
  setAccountStatus,
  setAccountTier,
  setWebhookUrl,
  setWebhookUrlByKey,
  sumAccounts,
} from './account.store';
export { createTier, listTiers, setTierMarkup, type TierSummary } from './tier.store';
