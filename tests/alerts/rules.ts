import { readFileSync } from 'node:fs';
import path from 'node:path';

const { load }: { load(text: string): unknown } = require('js-yaml');

const ROOT = path.join(__dirname, '../..');

/** The text of a file of the repository. */
export const readFile = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};

const { groups } = load(readFile('deploy/prometheus-alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };

/** All alerts of deploy/prometheus-alerts.yml. */
export const rules: Rule[] = groups.flatMap((group) => group.rules);
