import { describeSamples } from './clients/signature-samples';

// The other languages of the page are in tests/clients: they need larger compilers.

describeSamples({
  label: 'Node',
  fence: 'js',
  sample: 'webhook.mjs',
  main: [
    'main.mjs',
    `import { createInterface } from 'node:readline';
import { hashFits, isGenuine } from './webhook.mjs';
for await (const line of createInterface({ input: process.stdin })) {
  const [kind, body, ...rest] = line.split('\\t').map((each, n) => (n === 0 ? each : Buffer.from(each, 'base64')));
  const texts = rest.map(String);
  console.log(kind === 'hash' ? hashFits(\`\${body}\`, ...texts) : isGenuine(body, ...texts.slice(0, -1), Number(texts.at(-1))));
}
`,
  ],
  run: [['node', 'main.mjs']],
});

describeSamples({
  label: 'PHP',
  fence: 'php',
  sample: 'webhook.php',
  main: [
    'main.php',
    `<?php
require 'webhook.php';
while (($line = fgets(STDIN)) !== false) {
    [$kind, $a, $b, $c] = $all = array_map('base64_decode', explode("\\t", rtrim($line, "\\n")));
    $isHash = count($all) === 4;
    echo json_encode($isHash ? hashFits($a, $b, $c) : isGenuine($a, $b, $c, $all[4], $all[5], (int) $all[6])), "\\n";
}
`,
  ],
  run: [['php', 'main.php']],
});

describeSamples({
  label: 'Python',
  fence: 'python',
  sample: 'webhook.py',
  main: [
    'main.py',
    `import base64, sys, webhook
for line in sys.stdin:
    kind, *given = line.rstrip('\\n').split('\\t')
    body, *texts = [base64.b64decode(each) for each in given]
    texts = [text.decode() for text in texts]
    if kind == 'hash':
        print(webhook.hash_fits(body.decode(), *texts))
    else:
        print(webhook.is_genuine(body, *texts[:-1], int(texts[-1])))
`,
  ],
  run: [['python3', 'main.py']],
});
