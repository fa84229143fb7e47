export { connectionTo, type PostgresConnection, postgresClient } from './connection-to';
