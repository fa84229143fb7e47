import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { MEANING_SETTINGS, startUpOptions } from '@topup/core/shared';
import { connectionTo } from '@topup/runtime/postgres';
import { Pool, type QueryConfig, type QueryResult } from 'pg';

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & { __wbg_set_wasm(exports: object): void };
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/**
 * Runs `use` with Prisma's schema engine, the one behind `prisma migrate`, on the database of `databaseUrl`. The engine
 * is WebAssembly, so nothing is downloaded. `schema` is the text of schema.prisma. docs/explain/decisions/0014 says why
 * Prisma's own CLI cannot do this. For reading only: the adapter splits scripts at every semicolon, also inside a
 * function.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  schema: string,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  glue ??= instantiate();
  const { SchemaEngine } = await glue;
  const adapter = await catalogueAdapter(databaseUrl);
  try {
    const factory = bindMigrationAwareSqlAdapterFactory({
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connect: async () => adapter,
      connectToShadowDb: () => Promise.reject(new Error('A shadow database is not used here.')),
    });
    return await use(await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, ignoreEngineLog, factory));
  } finally {
    await adapter.dispose();
  }
}

const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * adapter-pg 7.10 stops at the one-byte type "char" (OID 18), which three columns of the catalogue have, and the engine
 * stops when they are anything but characters. So the pool reports them as text, and the adapter as characters.
 */
async function catalogueAdapter(databaseUrl: string): Promise<SqlDriverAdapter> {
  const charColumns = new Set<string>();
  const { url, ...connection } = connectionTo(databaseUrl);
  const options = startUpOptions(MEANING_SETTINGS);
  const pool = new Pool({ ...connection, connectionString: url, options, max: 1, connectionTimeoutMillis: 5_000 });
  const query = async (config: QueryConfig) => {
    const result: QueryResult = await Reflect.apply(Pool.prototype.query, pool, [config]);
    for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === CHAR_OID)) {
      charColumns.add(field.name);
      field.dataTypeID = TEXT_OID;
    }
    return result;
  };
  const adapter = await new PrismaPg(Object.assign(pool, { query }), { disposeExternalPool: true }).connect();
  const read = adapter.queryRaw.bind(adapter);
  const queryRaw = async (query: SqlQuery) => {
    const result = await read(query);
    const typeOf = (type: ColumnType, i: number) =>
      charColumns.has(result.columnNames[i] ?? '') ? ColumnTypeEnum.Character : type;
    return { ...result, columnTypes: result.columnTypes.map(typeOf) };
  };
  return Object.assign(adapter, { queryRaw });
}

let glue: Promise<Glue> | undefined;

// The package's own entry imports the .wasm file as a module, which Node does not do without a flag. Its JavaScript
// part keeps one instance in a variable, so it is instantiated once.
async function instantiate(): Promise<Glue> {
  const loaded = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as Glue;
  const file = path.join(
    path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')),
    'schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(await readFile(file), { './schema_engine_bg.js': loaded });
  loaded.__wbg_set_wasm(instance.exports);
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: panicked } });
  instance.exports.__wbindgen_start();
  return loaded;
}

function panicked(message: string): never {
  throw new Error(`Prisma's schema engine stopped: ${message}`);
}

// JSON lines with every query in full. What the operator needs is printed by the commands themselves.
function ignoreEngineLog(): void {}
