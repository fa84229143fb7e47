import { Group, Text } from '@mantine/core';
import { fieldLabel } from '../../format/field-label';
import { Panel } from '../../ui/page/panel';
import { CopyButton } from '../../ui/text/copy-button';
import { Facts } from '../../ui/text/facts';

/**
 * The result of a purchase. Tokens are large, in the order in which they are typed into meters, in groups of four, and
 * copied without spaces.
 */
export function ResultPanel({ result }: { result: Record<string, string> }) {
  const entries = Object.entries(result).filter(([, value]) => value !== '');
  if (entries.length === 0) return null;
  return (
    <Panel title="Result" gap="sm">
      {entries
        .filter(isToken)
        .flatMap(oneByOne)
        .map(({ name, digits }) => (
          <Token key={digits} name={name} digits={digits} />
        ))}
      <Facts rows={entries.filter((entry) => !isToken(entry)).map(([name, value]) => [fieldLabel(name), value])} />
    </Panel>
  );
}

const isToken = ([name]: [string, string]): boolean => /tokens?$/i.test(name);

function oneByOne([field, tokens]: [string, string]): { name: string; digits: string }[] {
  const all = tokens.split(',');
  const label = fieldLabel(field);
  return all.map((digits, i) => ({ name: all.length === 1 ? label : `${label} ${i + 1}`, digits }));
}

function Token({ name, digits }: { name: string; digits: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap="xs">
        <Text span ff="monospace" fz="lg" fw={600}>
          {digits.replaceAll(/\D/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ') || digits}
        </Text>
        <CopyButton text={digits} what={name.toLowerCase()} />
      </Group>
    </div>
  );
}
