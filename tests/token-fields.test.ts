import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tokenFields as toldToClients } from '@topup/client';
import { tokenFields } from '@topup/core/shared';

const ROOT = path.join(__dirname, '..');
const SOURCES = ['apps', 'packages'].flatMap((kind) =>
  readdirSync(path.join(ROOT, kind)).flatMap((name) => [`${kind}/${name}/src`, `${kind}/${name}/web/src`]),
);
/** Tests may speak of one token, and so do the notes on what changed. */
const OTHERS = /\.test\.tsx?$|\/generated\/|\/changes\.md$/;

test('a file that knows a token beside `token` knows all: none is left unmasked, unsent or unremoved', () => {
  const folders = [...SOURCES, 'prisma/functions', 'docs'].filter((folder) => existsSync(path.join(ROOT, folder)));
  const files = folders
    .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(tsx?|sql|md)$/.test(file) && !OTHERS.test(file));
  const beside = tokenFields.filter((field) => field !== 'token');
  const known = files.map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return { file, fields: beside.filter((field) => text.includes(field)) };
  });
  expect(known.filter(({ fields }) => fields.length === beside.length).length).toBeGreaterThan(3);
  expect(known.filter(({ fields }) => fields.length > 0 && fields.length < beside.length)).toEqual([]);
});

test('clients are told the same tokens, in the same order of entry', () => {
  expect(toldToClients).toEqual(tokenFields);
});
