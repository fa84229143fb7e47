import { Group, Stack, Text } from '@mantine/core';
import { fieldLabel } from '../../format/field-label';
import { Panel } from '../../ui/page/panel';
import { CopyButton } from '../../ui/text/copy-button';
import { Facts } from '../../ui/text/facts';

/**
 * The result of a purchase. Tokens are large, in groups of four as they are typed into meters, and copied without
 * spaces.
 */
export function ResultPanel({ result }: { result: Record<string, string> }) {
  const entries = Object.entries(result).filter(([, value]) => value !== '');
  if (entries.length === 0) return null;
  return (
    <Panel title="Result">
      <Stack gap="sm">
        {entries.filter(isToken).map(([name, digits]) => (
          <Token key={name} name={fieldLabel(name)} digits={digits} />
        ))}
        <Facts rows={entries.filter((entry) => !isToken(entry)).map(([name, value]) => [fieldLabel(name), value])} />
      </Stack>
    </Panel>
  );
}

const isToken = ([name]: [string, string]): boolean => /token$/i.test(name);

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
