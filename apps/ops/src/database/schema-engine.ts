import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { migrationAdapter } from './migration-adapter';
import type { Session } from './session';

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & { __wbg_set_wasm(exports: object): void };
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

/**
 * Prisma's schema engine, the one behind `prisma migrate`, as WebAssembly: nothing is downloaded, and nothing but the session's
 * database is touched. `schema` is the text of schema.prisma.
 */
export async function openSchemaEngine(session: Session, schema: string): Promise<SchemaEngine> {
  glue ??= instantiate();
  const { SchemaEngine } = await glue;
  return SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    ignoreEngineLog,
    bindMigrationAwareSqlAdapterFactory(factoryOf(session)),
  );
}

let glue: Promise<Glue> | undefined;

// The package's own entry imports the .wasm file as a module, which Node does not do without a flag: instantiate it by hand, and once,
// for the JavaScript part keeps one instance in a variable of its own.
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

// JSON lines with every script in full; what the operator needs is printed by the commands themselves.
function ignoreEngineLog(): void {}

function factoryOf(session: Session): SqlMigrationAwareDriverAdapterFactory {
  const adapter = migrationAdapter(session);
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: async () => adapter,
    connectToShadowDb: () => Promise.reject(new Error('A shadow database is not used here.')),
  };
}
