import { curlLine, type Demo, type SignIn } from './demo';
import { printLine } from './programs';
import type { Given, LocalSettings } from './settings';

export function announce(local: LocalSettings, settings: Given, demo: Demo, plans: number): void {
  const { dataDir, ports, providers, played, real } = local;
  const sandbox = `plays ${played.join(', ')}; what it delivered: http://127.0.0.1:${ports.SANDBOX_PORT}/ledger`;
  const lines = [
    ['API', demo.baseUrl],
    ['Docs', `${demo.baseUrl}/docs`],
    ...(settings.STATUS_PAGE === 'on' ? [['Status', `${demo.baseUrl}/status`]] : []),
    ['Health', `${demo.opsUrl}/ready`],
    ['Providers', providers.join(', ')],
    ...(played.length > 0 ? [['Sandbox', sandbox]] : []),
    ['Data plans', plans],
    ['API key', demo.apiKey],
    ['Test key', demo.testApiKey],
    ['Dashboard', demo.dashboardUrl],
    ['  as client', signInText(demo.dashboardUser)],
    ['  as operator', signInText(demo.dashboardOperator)],
    ['Data, logs', dataDir],
  ];
  printLine();
  for (const [name, value] of lines) printLine(`  ${String(name).padEnd(14)}${value}`);
  printLine();
  if (settings.WEBHOOK_ALLOW_PRIVATE === 'true')
    printLine('Webhooks may go to private addresses here (WEBHOOK_ALLOW_PRIVATE=true): for development only.');
  if (settings.OPERATOR_APPROVALS === 'off')
    printLine(
      'No step of an operator needs a second operator here (OPERATOR_APPROVALS=off, the default of npm start). ' +
        'To have approvals: OPERATOR_APPROVALS=required npm start',
    );
  if (settings.OPERATOR_FACTOR === 'optional')
    printLine('Operators need no second factor here (OPERATOR_FACTOR=optional): for development only.');
  if (real.length > 0)
    printLine(
      `Real providers (${real.join(', ')}): the demo account got no money. Fund it with npm run ops -- wallet fund.`,
    );
  printLine('Buy airtime:\n');
  printLine(`  ${curlLine(demo)}\n`);
}

const signInText = ({ email, password }: SignIn): string =>
  `${email}  ${password ?? '(its password was changed; npm run ops -- user link makes a new one)'}`;
