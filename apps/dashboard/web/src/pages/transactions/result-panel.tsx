import { Group, Text } from '@mantine/core';
import { CopyButton } from '../../components/copy-button';
import { Facts } from '../../components/facts';
import { Panel } from '../../components/panel';
import { fieldWords } from '../../format/field-words';

/** What the customer was given. Tokens stand large, in groups of four as meters take them, and are copied bare. */
export function ResultPanel({ result }: { result: Record<string, string> }) {
  const given = Object.entries(result).filter(([, value]) => value !== '');
  if (given.length === 0) return null;
  return (
    <Panel title="Delivered">
      <Facts
        rows={given.map(([name, value]) => [fieldWords(name), isToken(name) ? <Token key={name} digits={value} name={name} /> : value])}
      />
    </Panel>
  );
}

const isToken = (name: string): boolean => /token$/i.test(name);

function Token({ digits, name }: { digits: string; name: string }) {
  return (
    <Group gap="xs">
      <Text span ff="monospace" fz="lg" fw={600}>
        {digits.replaceAll(/\D/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ') || digits}
      </Text>
      <CopyButton text={digits} what={fieldWords(name).toLowerCase()} />
    </Group>
  );
}
