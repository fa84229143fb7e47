// The pages "Buy without losing money": one for each client, with the shop that the tests run.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How a language writes what the table names, and its files. `fence`: of its code. */
const LANGUAGES = {
  javascript: {
    title: 'JavaScript',
    fence: 'js',
    readme: '../../packages/client/README.md',
    shop: 'packages/client/examples/sell.mjs',
    run: 'node sell.mjs',
    raises: 'rejects with',
    settled: 'topup.settled(reference)',
    code: 'code',
    matches: 'originalMatches',
    seconds: 'retryAfterSeconds',
  },
  php: {
    title: 'PHP',
    fence: 'php',
    readme: '../../clients/php/README.md',
    shop: 'clients/php/examples/sell.php',
    receiver: 'clients/php/examples/receive.php',
    run: 'php sell.php',
    raises: 'throws',
    settled: '$topup->settled($reference)',
    code: 'errorCode',
    matches: 'originalMatches',
    seconds: 'retryAfterSeconds',
  },
  python: {
    title: 'Python',
    fence: 'python',
    readme: '../../clients/python/README.md',
    shop: 'clients/python/examples/sell.py',
    receiver: 'clients/python/examples/receive_flask.py',
    run: 'python3 sell.py',
    raises: 'raises',
    settled: 'topup.settled(reference)',
    code: 'code',
    matches: 'original_matches',
    seconds: 'retry_after_seconds',
  },
};

/** The pages by their paths. `table` and `wrap` are those of the other generated pages. */
export const sellPages = (root, { table, wrap }) =>
  Object.fromEntries(
    Object.entries(LANGUAGES).map(([name, language]) => [
      `docs/integrate/sell-in-${name}.md`,
      sellPage((file) => readFileSync(path.join(root, file), 'utf8').trimEnd(), language, { table, wrap }),
    ]),
  );

function sellPage(read, language, { table, wrap }) {
  const { title, fence, readme, shop, receiver, run, raises, settled, code, matches, seconds } = language;
  const rows = [
    ['returns `successful`', 'yes', 'Serve your customer.'],
    ['returns `pending`', 'not known yet', `Wait: \`${settled}\`, or the changes.`],
    [
      `${raises} \`PurchaseFailedError\``,
      'no; refunded',
      `Give the money back, or sell again with a new reference. After \`${code}\` \`refunded_by_operator\`, ask the operator first.`,
    ],
    [
      `${raises} \`OutcomeUnknownError\``,
      '**perhaps**',
      `**Do not buy again, and give nothing back.** Keep the order open: \`${settled}\`.`,
    ],
    [
      `${raises} \`DuplicateReferenceError\``,
      'not by this call',
      `If \`${matches}\` is false, another order has the reference: take a new one. Otherwise, ask: \`${settled}\`.`,
    ],
    [
      `${raises} \`RateLimitedError\`, \`UnavailableError\` or \`ConnectionError\``,
      'no',
      `Send the same order again later, with the same reference. Wait at least \`${seconds}\`.`,
    ],
    [
      `${raises} \`ValidationError\`, \`InsufficientBalanceError\` or \`AuthenticationError\``,
      'no',
      'Correct the order, the wallet or the key. Then send the same reference.',
    ],
    [
      '`settled` ends with `NotFoundError`',
      'no',
      'The order never arrived. You may send it again with the same reference.',
    ],
    [
      'never ends, because your program dies',
      '**perhaps**',
      'At the next start, ask for each order that your book has open.',
    ],
  ];
  return [
    `# Buy without losing money: ${title}`,
    '',
    `<!-- Written by npm run generate, from ${shop} and scripts/sell-pages.mjs. -->`,
    '',
    wrap(
      `For developers who sell with the [${title} client](${readme}). The tests run the shop of this page while the API is ` +
        'killed and frozen, and no order is lost or sold twice.',
    ),
    '',
    '1. Write the order and its reference into your book before you send it.',
    '2. Decide by the class of the error, never by its text.',
    '3. An order stays open until you know its outcome.',
    '',
    '## What to do when a call ends',
    '',
    table(['The call', 'Sold?', 'What you do'], rows),
    '',
    '## A shop',
    '',
    wrap(
      `Set \`TOPUP_URL\`, \`SHOP_BOOK\` and \`TOPUP_API_KEY\`, always a key of the same account and mode. Run \`${run} follow\` all the time, and \`${run} resume\` after each start, ` +
        'before you sell.',
    ),
    '',
    `\`\`\`${fence}`,
    read(shop),
    '```',
    ...(receiver === undefined ? [] : ['', '## Receive webhooks', '', `\`\`\`${fence}`, read(receiver), '```']),
    '',
  ].join('\n');
}
