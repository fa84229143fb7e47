export { assertNever } from './assert-never';
export { type Clock, type NanosecondClock, systemClock } from './clock';
export { csvLine, escapeFormula } from './csv';
export {
  askTwice,
  assertDatabaseKeepsPromises,
  assertWritable,
  atStart,
  type Db,
  type DbOrTransaction,
  databaseFault,
  isDatabaseTrouble,
  MEANING_SETTINGS,
  openDatabase,
  SESSION_SETTINGS,
  sqlStateOf,
  startFault,
  startUpOptions,
} from './db';
export { isUuid, newId, UUID_PATTERN } from './ids';
export { type Log, reasonOf } from './log.port';
export { maskNumbers } from './mask-numbers';
export { formatNaira, formatPercent, marginText, parseNaira, parseNairaFromZero, parsePercent } from './money';
export { NEEDED_FUNCTIONS, NEEDED_MIGRATION } from './needed-schema';
export type { Observer } from './observer.port';
export { isOneLine } from './one-line';
export { pause } from './pause';
export { maskPath } from './private-text';
export { type Rounds, startRounds } from './rounds';
export { assertSchema, schemaGap } from './schema';
export { clockOffsetMs, type RoleFor, roleFault } from './server-warnings';
export { setBounded } from './set-bounded';
export { watchStandstill } from './standstill';
export {
  type ChargeField,
  chargeFields,
  findTokens,
  MOST_KEY_CHANGE_TOKENS,
  readTokens,
  type TokenField,
  tokenFields,
  tokensFirst,
} from './tokens';
export type { Span, Tracing } from './tracing';
export { pick, toWire, type Wire } from './wire';
