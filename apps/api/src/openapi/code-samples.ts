import { type CodeSample, type Endpoint, type Json, jsonOf } from './document';

/** Where the examples of the documents are sent; the page /docs puts its own address there. */
const BASE_URL = 'http://127.0.0.1:3000';

type Request = { method: string; url: string; body: Json | undefined };

/**
 * The request of an operation's first example in each language that we show; of a stream in curl alone. The key comes
 * from the environment: TOPUP_TEST_KEY.
 * @param name method and path
 */
export function codeSamples(name: string, { requestBody, responses }: Omit<Endpoint, 'operationId'>): CodeSample[] {
  const [example] = Object.values(jsonOf(requestBody?.content)?.examples ?? {});
  const [method = '', path] = name.split(' ');
  const request = { method, url: `${BASE_URL}${path}`, body: example?.value };
  if (jsonOf(responses['200']?.content) === undefined)
    return [{ lang: 'Shell', label: 'curl', source: curl(request).replace('curl -s', 'curl -sN') }];
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'JavaScript', source: javascript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
    { lang: 'PHP', label: 'PHP', source: php(request) },
  ];
}

function curl({ method, url, body }: Request): string {
  const parts = [`curl -s -X ${method} ${url}`, '-H "Authorization: Bearer $TOPUP_TEST_KEY"'];
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return parts.join(' \\\n  ');
}

function javascript({ method, url, body }: Request): string {
  const type = body === undefined ? '' : "\n    'Content-Type': 'application/json',";
  const json = body === undefined ? '' : `\n  body: JSON.stringify(${literal(body, JS, '  ')}),`;
  return `const response = await fetch('${url}', {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.TOPUP_TEST_KEY}\`,${type}
  },${json}
});
console.log(response.status, await response.json());`;
}

function python({ method, url, body }: Request): string {
  const json = body === undefined ? '' : `\n    json=${literal(body, PYTHON, '    ')},`;
  return `import os
import requests

response = requests.${method.toLowerCase()}(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['TOPUP_TEST_KEY']}"},${json}
    timeout=60,
)
print(response.status_code, response.json())`;
}

function php({ method, url, body }: Request): string {
  const type = body === undefined ? '' : "\n        'Content-Type: application/json',";
  const json = body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),`;
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 60,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('TOPUP_TEST_KEY'),${type}
    ],${json}
]);
$answer = curl_exec($request);
if ($answer === false) exit('No response. After a purchase, query its status: ' . curl_error($request) . PHP_EOL);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;`;
}

/** How a language writes a string, a key of an object, and the names of true, false and null. */
type Syntax = {
  text: (value: string) => string;
  key: (name: string) => string;
  words: Record<'true' | 'false' | 'null', string>;
  object: [open: string, close: string, empty: string];
};

const single = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`;
const words = { true: 'true', false: 'false', null: 'null' };

const JS: Syntax = { text: single, key: (name) => `${name}: `, words, object: ['{', '}', '{}'] };
const PYTHON: Syntax = {
  text: JSON.stringify,
  key: (name) => `"${name}": `,
  words: { true: 'True', false: 'False', null: 'None' },
  object: ['{', '}', '{}'],
};
const PHP: Syntax = { text: single, key: (name) => `'${name}' => `, words, object: ['[', ']', 'new stdClass()'] };

/** A JSON value in a language, over several lines when it is an object. `indent`: of the line where it begins. */
function literal(value: Json, syntax: Syntax, indent: string): string {
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value === 'boolean') return syntax.words[`${value}`];
  const deeper = `${indent}${indent.length > 2 ? '    ' : '  '}`;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, syntax, deeper)).join(', ')}]`;
  const [open, close, empty] = syntax.object;
  const lines = Object.entries(value).map(
    ([name, each]) => `${deeper}${syntax.key(name)}${literal(each, syntax, deeper)},`,
  );
  return lines.length === 0 ? empty : [open, ...lines, `${indent}${close}`].join('\n');
}
