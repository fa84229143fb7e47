export { type Authenticator, bearerKey, type Caller, createAuthenticator, RefusedKey } from './authenticate';
export * from './change-keys';
export { checkMasterKey, WrongMasterKey } from './check-master-key';
export { createKey } from './create-key';
export {
  type FoundKey,
  hasSigningKey,
  type KeyDay,
  listKeys,
  listSigningKeys,
  readKeyUse,
  revokeKey,
  type StoredKey,
  searchKeys,
  setKeyLimits,
} from './key.store';
export { type KeyLimits, type KeyScope, keyLimitFacts, keyScopes, NO_KEY_LIMITS, parseCidrList } from './limits';
export { type MasterKeys, masterFingerprint } from './master-key';
export { rotateMasterKey, UnreadableKeys } from './rotate-master-key';
export { countInUseByMasterKey } from './sealed.store';
