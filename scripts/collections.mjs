// The requests of the OpenAPI document as collections for Postman and Bruno.
import lang from '@usebruno/lang';

const BASE_URL = 'http://127.0.0.1:3000';
const ABOUT = [
  'The collection has an example of every endpoint.',
  'Set `apiKey` to your test key (`tup_test_…`), and `baseUrl` to the address of the service.',
  'Each purchase request makes a new `requestRef` before it is sent: if you send it twice, you buy twice.',
  'The requests of a status and of a claim ask about the last `requestRef`.',
  'With a test key, the number that you buy for selects the outcome: `08000100000` fails, `08000200000` is pending first.',
].join(' ');

/** The text of each file by its path. */
export function collections(document) {
  const folders = document.tags.map((tag) => ({ ...tag, requests: requestsOf(document, tag.name) }));
  return { 'docs/reference/postman.json': postman(document, folders), ...bruno(document, folders) };
}

/** One request for each example of an operation. */
function requestsOf({ paths }, tag) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  return operations
    .filter(({ tags }) => tags.includes(tag))
    .flatMap(({ path, method, operationId, summary, description, parameters = [], requestBody }) => {
      const query = fieldsIn('query', parameters);
      const examples = Object.entries(requestBody?.content['application/json'].examples ?? { none: {} });
      return examples.map(([word, example], i) => ({
        file: i === 0 ? operationId : `${operationId}-${word}`,
        name: i === 0 ? summary : `${summary}: ${example.summary}`,
        about: withoutOwnLinks(description),
        method,
        url: `{{baseUrl}}${path}${searchOf(query)}`,
        path,
        query,
        headers: fieldsIn('header', parameters),
        body: example.value && bodyOf(example.value),
        buys: path.endsWith('/purchase'),
      }));
    });
}

/** Those of its pages lead nowhere from another program. */
function withoutOwnLinks(text) {
  return text.replace(/\[([^\]]+)\]\([/#][^)]*\)/g, '$1');
}

function fieldsIn(place, parameters) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, description, required, schema }) => ({
      name,
      value: String(schema.default ?? schema.enum?.[0] ?? ''),
      about: description,
      on: required === true,
    }));
}

function searchOf(query) {
  const sent = query.filter(({ on }) => on).map(({ name, value }) => `${name}=${value}`);
  return sent.length === 0 ? '' : `?${sent.join('&')}`;
}

function bodyOf(example) {
  const named = 'request_ref' in example ? { ...example, request_ref: '{{requestRef}}' } : example;
  return JSON.stringify(named, null, 2);
}

function postman({ info }, folders) {
  const collection = {
    info: {
      name: info.title,
      description: ABOUT,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: BASE_URL },
      { key: 'apiKey', value: '' },
      { key: 'requestRef', value: '' },
    ],
    item: folders.map(({ name, description, requests }) => ({ name, description, item: requests.map(postmanItem) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function postmanItem({ name, about, method, url, path, query, headers, body, buys }) {
  const field = ({ name: key, value, about: description, on }) => ({ key, value, description, disabled: !on });
  const fresh = `pm.collectionVariables.set('requestRef', pm.variables.replaceIn('{{$guid}}'));`;
  const json = { key: 'Content-Type', value: 'application/json' };
  return {
    name,
    ...(buys && { event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: [fresh] } }] }),
    request: {
      method: method.toUpperCase(),
      description: about,
      url: {
        raw: url,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(query.length > 0 && { query: query.map(field) }),
      },
      header: [...(body === undefined ? [] : [json]), ...headers.map(field)],
      ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

function bruno({ info }, folders) {
  const at = (...parts) => ['docs/reference/bruno', ...parts].join('/');
  const about = { version: '1', name: info.title, type: 'collection' };
  const collection = { auth: { mode: 'bearer', bearer: { token: '{{apiKey}}' } }, docs: ABOUT };
  const variables = [
    { name: 'baseUrl', value: BASE_URL, enabled: true },
    { name: 'apiKey', value: '', enabled: true, secret: true }, // Bruno keeps its value out of the file
  ];
  return Object.fromEntries(
    [
      [at('bruno.json'), JSON.stringify(about, null, 2)],
      [at('collection.bru'), lang.jsonToCollectionBru(collection)],
      [at('environments/local.bru'), lang.envJsonToBruV2({ variables })],
      ...folders.flatMap(({ name, description, requests }, i) => {
        const folder = name.toLowerCase().replaceAll(' ', '-');
        const meta = { name, seq: i + 1 };
        return [
          [at(folder, 'folder.bru'), lang.jsonToCollectionBru({ meta, docs: description })],
          ...requests.map((request, j) => [at(folder, `${request.file}.bru`), brunoRequest(request, j + 1)]),
        ];
      }),
    ].map(([file, text]) => [file, `${text.trimEnd()}\n`]),
  );
}

function brunoRequest({ name, about, method, url, query, headers, body, buys }, seq) {
  const field = ({ name: key, value, on }) => ({ name: key, value, enabled: on });
  return lang.jsonToBruV2({
    meta: { name, type: 'http', seq },
    http: { method, url, body: body === undefined ? 'none' : 'json', auth: 'inherit' },
    params: query.map((each) => ({ ...field(each), type: 'query' })),
    headers: headers.map(field),
    body: { json: body },
    script: { req: buys ? "bru.setVar('requestRef', require('uuid').v4());" : undefined },
    docs: about,
  });
}
