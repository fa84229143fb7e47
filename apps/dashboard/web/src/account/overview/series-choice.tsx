import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';

type Options<Figures> = {
  label: string;
  all: Figures;
  groups: (Figures & { key: string })[];
  nameOf(key: string): string;
};

/** The figures of all together, or of the group that somebody has chosen, and the input for it. */
export function useSeriesChoice<Figures>({ label, all, groups, nameOf }: Options<Figures>): {
  series: Figures & { name: string };
  choice: ReactNode;
} {
  const [chosen, setChosen] = useState('');
  const group = groups.find(({ key }) => key === chosen);
  return {
    series: group === undefined ? { ...all, name: 'All' } : { ...group, name: nameOf(group.key) },
    choice: (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'All' }, ...groups.map(({ key }) => ({ value: key, label: nameOf(key) }))]}
        value={group?.key ?? ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        maw="20rem"
      />
    ),
  };
}
