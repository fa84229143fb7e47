export {
  baseUrl,
  decimal,
  duration,
  flag,
  integer,
  listOf,
  oneOf,
  parsed,
  port,
  postgresUrl,
  redisUrl,
  schedule,
  secret,
  text,
  url,
} from './kinds';
export { DEFAULT_DATA_DIR, environmentText, loadSettings, SettingsError } from './load-settings';
export {
  allOrNone,
  atLevel,
  confidential,
  levels,
  optional,
  required,
  type Schema,
  type Setting,
  type Values,
  withDefault,
  withRisk,
  withRule,
} from './setting';
export { settingWarnings } from './warnings';
