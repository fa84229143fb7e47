import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

const FORBIDDEN: [string, string][] = [
  ['packages/core/src/purchase/x.ts', 'express'],
  ['packages/core/src/purchase/x.ts', 'bullmq'],
  ['packages/core/src/purchase/x.ts', 'ioredis'],
  ['packages/core/src/purchase/x.ts', 'axios'],
  ['packages/core/src/purchase/x.ts', 'undici'],
  ['packages/core/src/purchase/x.ts', 'winston'],
  ['packages/core/src/purchase/x.ts', '@opentelemetry/api'],
  ['packages/core/src/purchase/x.ts', '@topup/runtime'],
  ['packages/core/src/purchase/x.ts', '@prisma/client'],
  ['packages/core/src/purchase/x.ts', '../../generated/prisma/client'],
  ['packages/core/src/purchase/x.store.ts', 'bullmq'],
  ['packages/core/src/purchase/x.store.ts', '@opentelemetry/sdk-trace'],
  ['packages/providers/src/x.ts', 'express'],
  ['packages/providers/src/x.ts', '@opentelemetry/api'],
  ['packages/providers/src/x.ts', '@prisma/client'],
  ['packages/providers/src/x.ts', '@topup/runtime'],
  ['packages/runtime/src/x.ts', '@topup/core/purchase'],
  ['packages/runtime/src/x.ts', '@prisma/client'],
  ['packages/settings/src/x.ts', '@topup/runtime'],
  ['packages/settings/src/x.ts', '@topup/testkit'],
  ['packages/embedded/src/x.ts', '@topup/runtime'],
  ['apps/api/src/x.ts', '@topup/worker'],
  ['apps/api/src/x.ts', 'bullmq'],
  ['apps/api/src/x.ts', '@topup/testkit'],
  ['apps/api/src/x.ts', '../../worker/src/deps'],
  ['apps/worker/src/x.ts', '@topup/api'],
  ['apps/worker/src/x.ts', 'express'],
  ['apps/ops/src/x.ts', '@prisma/adapter-pg'],
  ['apps/ops/src/x.ts', '@topup/runtime/log'],
  ['apps/local/src/x.ts', '@topup/core/purchase'],
  ['apps/local/src/x.ts', '@topup/api'],
  ['apps/sandbox/src/x.ts', '@topup/core/purchase'],
  ['apps/sandbox/src/x.ts', '@topup/runtime'],
  ['apps/dashboard/src/x.ts', 'react'],
  ['apps/dashboard/src/x.ts', 'bullmq'],
  ['apps/dashboard/web/src/x.ts', '@topup/core/purchase'],
  ['apps/dashboard/web/src/x.ts', '@topup/runtime'],
  ['apps/dashboard/web/src/operator/books/x.ts', 'node:path'],
  ['apps/dashboard/web/src/operator/books/x.ts', '../../../../src/deps'],
  ['apps/dashboard/web/src/x.ts', '../../src/http/query'],
  ['packages/dashboard-contract/src/x.ts', '@topup/core/purchase'],
  ['packages/dashboard-contract/src/operator/x.ts', '@topup/core/reconciliation'],
  ['packages/dashboard-contract/src/operator/x.ts', 'joi'],
  ['packages/core/src/records/x.ts', '../shared/db'],
  ['packages/dashboard-contract/src/operator/x.ts', '../../../core/src/index'],
  ['packages/client/src/x.ts', '@topup/core/purchase'],
  ['packages/client/src/x.ts', 'axios'],
  ['packages/client/src/x.ts', 'undici'],
  ['packages/client/src/x.ts', '@types/node'],
  ['packages/client/src/x.ts', 'lodash/get'],
  ['packages/client/src/x.ts', '../../core/src/index'],
  ['packages/cli/src/x.ts', '@topup/core/errors'],
  ['packages/cli/src/x.ts', 'axios'],
  ['packages/cli/src/x.ts', 'undici'],
  ['packages/cli/src/x.ts', '../../client/src/index'],
  ['apps/api/src/x.ts', '@topup/core/user'],
  ['apps/api/src/x.ts', '@topup/core/purchase/accept/accept.store'],
  ['apps/worker/src/x.ts', '@topup/core/user'],
  ['apps/api/src/x.ts', '@topup/core/audit'],
  ['packages/providers/src/x.ts', '@topup/core/purchase'],
  ['packages/settings/src/x.ts', '@topup/providers'],
];

const ALLOWED: [string, string][] = [
  ['packages/core/src/purchase/x.store.ts', '../../generated/prisma/client'],
  ['packages/core/src/x.ts', 'joi'],
  ['packages/providers/src/x.ts', '@topup/core/provider'],
  ['packages/providers/src/x.ts', '@topup/runtime/settings'],
  ['packages/runtime/src/x.ts', 'bullmq'],
  ['packages/runtime/src/x.ts', '@opentelemetry/sdk-trace'],
  ['packages/settings/src/x.ts', '@topup/core/catalogue'],
  ['packages/settings/src/x.ts', '@topup/providers/declarations'],
  ['packages/settings/src/x.ts', '@topup/runtime/settings'],
  ['apps/api/src/x.ts', '@topup/core/purchase'],
  ['apps/api/src/x.ts', '@topup/runtime/settings'],
  ['apps/api/src/x.ts', 'express'],
  ['apps/worker/src/x.ts', '@topup/core/audit'],
  ['apps/ops/src/database/x.ts', '@prisma/adapter-pg'],
  ['apps/ops/src/x.ts', '@topup/runtime/settings'],
  ['apps/local/src/x.ts', '@topup/embedded'],
  ['apps/local/src/x.ts', '@topup/worker/settings'],
  ['apps/sandbox/src/x.ts', 'express'],
  ['apps/sandbox/src/x.ts', '@topup/runtime/settings'],
  ['apps/dashboard/src/x.ts', '@topup/dashboard-contract'],
  ['apps/dashboard/web/src/operator/books/x.ts', '@topup/dashboard-contract'],
  ['apps/dashboard/web/src/operator/books/x.ts', '../../ui/money'],
  ['packages/dashboard-contract/src/operator/x.ts', '../vocabulary'],
  ['packages/dashboard-contract/src/operator/x.ts', '@topup/core/records'],
  ['packages/core/src/records/x.ts', '../reconciliation/records'],
  ['packages/client/src/x.ts', 'node:crypto'],
  ['packages/cli/src/x.ts', '@topup/client'],
  ['packages/cli/src/x.ts', 'commander'],
  ['packages/client/src/x.ts', './generated/api'],
];

/** Lints a small tree of the same shape with the project's own rules: one file for each case, holding one import. */
function findRestricted(cases: [string, string][]): Set<string> {
  const tree = mkdtempSync(path.join(tmpdir(), 'topup-walls-'));
  try {
    const rules = { ...JSON.parse(readFileSync(path.join(ROOT, 'biome.json'), 'utf8')), vcs: { enabled: false } };
    writeFileSync(path.join(tree, 'biome.json'), JSON.stringify(rules));
    const files = cases.map(([file, specifier], i) => {
      const numbered = file.replace(/x(?=\.)/, `x${i}`);
      mkdirSync(path.dirname(path.join(tree, numbered)), { recursive: true });
      writeFileSync(path.join(tree, numbered), `import * as x from '${specifier}';\nexport const y = x;\n`);
      return numbered;
    });
    const { stdout } = spawnSync(
      path.join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--only=style/noRestrictedImports', '--reporter=github', '.'],
      { cwd: tree, encoding: 'utf8' },
    );
    return new Set(cases.flatMap((one, i) => (stdout.includes(`/${files[i]},line=`) ? [one.join(' ')] : [])));
  } finally {
    rmSync(tree, { recursive: true });
  }
}

describe('a part of the code imports what it must not', () => {
  const restricted = findRestricted([...FORBIDDEN, ...ALLOWED]);

  test.each(FORBIDDEN)('%s may not import %s', (...one) => {
    expect(restricted).toContain(one.join(' '));
  });

  test.each(ALLOWED)('%s may import %s', (...one) => {
    expect(restricted).not.toContain(one.join(' '));
  });
});
