import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { ROOT } from '../../pages';

const REFERENCE = path.join(ROOT, 'docs/reference');

/** A request of a collection, with its variables as `{{name}}`. `script`: what runs before it is sent. */
export type Saved = {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  script: string;
  /** Optional parameters and headers, which the reader of the collection can switch on. */
  off: string[];
};

/** `token`: of the bearer authentication, which every request inherits. */
export type Collection = { about: string; token: string; variables: Record<string, string>; requests: Saved[] };

type Field = { name: string; value: string; enabled: boolean };
type BrunoRequest = {
  meta: { name: string; seq: number | string };
  http: { method: string; url: string; body: string; auth: string };
  params?: Field[];
  headers?: Field[];
  body?: { json?: string };
  script?: { req?: string };
};
type BrunoFolder = Pick<BrunoRequest, 'meta'> & { auth: { bearer: { token: string } }; docs: string };
type BrunoLanguage = {
  bruToJsonV2(text: string): BrunoRequest;
  collectionBruToJson(text: string): BrunoFolder;
  bruToEnvJsonV2(text: string): { variables: Field[] };
};
/** It declares no types. */
const { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson }: BrunoLanguage = require('@usebruno/lang');

const named = (fields: readonly Field[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const namesOff = (fields: readonly Field[]) => fields.flatMap(({ name, enabled }) => (enabled ? [] : [name]));

type PostmanField = { key: string; value: string; disabled?: boolean };
type PostmanItem = {
  name: string;
  event?: { script: { exec: string[] } }[];
  request: {
    method: string;
    url: { raw: string; host: string[]; path: string[]; query?: PostmanField[] };
    header: PostmanField[];
    body?: { raw: string };
  };
};
type PostmanFile = {
  info: { description: string; schema: string };
  auth: { type: 'bearer'; bearer: [{ value: string }] };
  variable: PostmanField[];
  item: { name: string; item: PostmanItem[] }[];
};

export const postmanFile = (): PostmanFile => JSON.parse(readFileSync(path.join(REFERENCE, 'postman.json'), 'utf8'));

/** As Postman reads it: of a URL, its parts. */
export function readPostman(): Collection {
  const fieldsOf = (all: readonly PostmanField[] = []): Field[] =>
    all.map(({ key, value, disabled }) => ({ name: key, value, enabled: disabled !== true }));
  const { info, auth, variable, item } = postmanFile();
  const requests = item.flatMap((folder) =>
    folder.item.map(({ name, event = [], request: { method, url, header, body } }): Saved => {
      const [query, headers] = [fieldsOf(url.query), fieldsOf(header)];
      const search = new URLSearchParams(named(query.filter(({ enabled }) => enabled))).toString();
      return {
        name: `${folder.name}/${name}`,
        method,
        url: `${url.host.join('.')}/${url.path.join('/')}${search === '' ? '' : `?${search}`}`,
        headers: named(headers.filter(({ enabled }) => enabled)),
        body: body?.raw,
        script: event.flatMap(({ script }) => script.exec).join('\n'),
        off: namesOff([...query, ...headers]),
      };
    }),
  );
  return { about: info.description, token: auth.bearer[0].value, variables: named(fieldsOf(variable)), requests };
}

/** Its folders and their requests are in the order of their `seq`. Bruno sends the URL as it stands. */
export function readBruno(): Collection {
  const root = path.join(REFERENCE, 'bruno');
  const text = (...file: string[]) => readFileSync(path.join(root, ...file), 'utf8');
  const { auth, docs } = collectionBruToJson(text('collection.bru'));
  const { variables } = bruToEnvJsonV2(text('environments/local.bru'));
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'environments')
    .map(({ name: folder }) => ({ folder, meta: collectionBruToJson(text(folder, 'folder.bru')).meta }));
  const requests = inOrder(folders).flatMap(({ folder, meta: { name } }) =>
    inOrder(
      readdirSync(path.join(root, folder))
        .filter((file) => file !== 'folder.bru')
        .map((file) => bruToJsonV2(text(folder, file))),
    ).map(({ meta, http, params = [], headers = [], body, script }): Saved => {
      if (http.auth !== 'inherit') throw new Error(`${meta.name} does not send the key`);
      const json = http.body === 'json' ? { 'Content-Type': 'application/json' } : {};
      return {
        name: `${name}/${meta.name}`,
        method: http.method.toUpperCase(),
        url: http.url,
        headers: { ...named(headers.filter(({ enabled }) => enabled)), ...json },
        body: http.body === 'json' ? body?.json : undefined,
        script: script?.req ?? '',
        off: namesOff([...params, ...headers]),
      };
    }),
  );
  return { about: docs, token: auth.bearer.token, variables: named(variables), requests };
}

const inOrder = <T extends { meta: { seq: number | string } }>(all: T[]): T[] =>
  all.sort((a, b) => Number(a.meta.seq) - Number(b.meta.seq));

/** A person who has a collection open and has set some variables. */
export function openCollection({ token, variables: saved }: Collection, own: Record<string, string>) {
  const variables: Record<string, string> = { ...saved, ...own };
  const filled = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => (name === '$guid' ? randomUUID() : (variables[name] ?? '')));
  const set = (name: string, value: string) => {
    variables[name] = value;
  };
  const scripting = {
    pm: { collectionVariables: { set }, variables: { replaceIn: filled } },
    bru: { setVar: set },
    require: (name: string) => (name === 'uuid' ? { v4: randomUUID } : undefined),
  };
  return {
    /** Runs the script of a request, fills in the variables and sends it. */
    send({ method, url, headers, body, script }: Saved): Promise<Response> {
      runInNewContext(script, scripting);
      const authorization = `Bearer ${filled(token)}`;
      const content = body === undefined ? null : filled(body);
      return fetch(filled(url), { method, headers: { ...headers, authorization }, body: content });
    },
  };
}
