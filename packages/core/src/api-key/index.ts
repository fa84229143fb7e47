export { type Authenticator, type Caller, createAuthenticator } from './authenticate';
export { createKey, createKeyUpTo } from './create-key';
export { hasActiveKey, listKeys, revokeKey, revokeOwnKey, type StoredKey } from './key.store';
export type { MasterKeys } from './master-key';
export { type Rotation, rotateMasterKey, UnreadableKeys } from './rotate-master-key';
