import { Box, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Found, Role } from '@topup/dashboard-contract';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { thingQuery } from '../api/queries';
import { messageOf } from '../api/request';
import { counted } from '../format/numbers';
import { focusHeading } from '../layout/announce-navigation';
import { StatusBadge } from '../ui/text/status-badge';
import { foundHit, type Hit, pageHit } from './hits';
import { matchPages } from './match-pages';
import { pagesOf } from './pages';
import classes from './search.module.css';
import { searchable } from './searchable';

const PAUSE_MS = 200;

type Props = { role: Role; opened: boolean; onClose(): void };

/** Search over everything that this user can see. It is used by keyboard alone: type, arrows, Enter. */
export default function SearchDialog({ role, opened, onClose }: Props) {
  const [left, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onEnterTransitionEnd={() => setLeft(false)}
      // whoever leaves for another page reads on there
      returnFocus={!left}
      closeOnClickOutside
      centered={false}
      size="lg"
      title="Search"
    >
      <SearchBox role={role} onLeave={leave} />
    </Modal>
  );
}

function SearchBox({ role, onLeave }: { role: Role; onLeave(): void }) {
  const [typed, setTyped] = useState('');
  const { hits, state } = useHits(role, typed);
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const at = Math.min(place, hits.length - 1);
  const optionId = (n: number) => `${id}-${n}`;
  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  });

  const choose = (hit: Hit) => {
    onLeave();
    void navigate(hit.to as Parameters<typeof navigate>[0]).then(focusHeading);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = hits[at];
    if (event.nativeEvent.isComposing || chosen === undefined) return;
    if (event.key === 'Enter') choose(chosen);
    else if (event.key === 'ArrowDown') setPlace((at + 1) % hits.length);
    else if (event.key === 'ArrowUp') setPlace((at - 1 + hits.length) % hits.length);
    else return;
    event.preventDefault();
  };

  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={HINTS[role === 'operator' ? 'operator' : 'account']}
        aria-expanded={hits.length > 0}
        aria-controls={hits.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? optionId(at) : undefined}
        placeholder={HINTS[role === 'operator' ? 'operator' : 'account']}
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      {hits.length > 0 && (
        <Box id={id} role="listbox" aria-label="Results" className={classes.results}>
          {groupsOf(hits).map(({ group, first, of }) => (
            <Box key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <Text id={`${id}-${group}`} size="xs" c="dimmed" fw={600} px="sm" pt="xs" pb={4}>
                {group}
              </Text>
              {of.map((hit, n) => (
                <Option
                  key={`${hit.title} ${hit.detail}`}
                  id={optionId(first + n)}
                  hit={hit}
                  selected={first + n === at}
                  onChoose={() => choose(hit)}
                />
              ))}
            </Box>
          ))}
        </Box>
      )}
      <Text size="xs" c="dimmed" role="status">
        {state}
      </Text>
    </Stack>
  );
}

const HINTS = {
  operator: 'Reference, number, account, API key, plan or page',
  account: 'Reference, number, API key, plan, request ID or page',
};

type OptionProps = { id: string; hit: Hit; selected: boolean; onChoose(): void };

function Option({ id, hit: { title, detail, status }, selected, onChoose }: OptionProps) {
  return (
    <Box id={id} role="option" aria-selected={selected} className={classes.option} onClick={onChoose}>
      <Box miw={0}>
        <Text size="sm" fw={500} className={classes.text}>
          {title}
        </Text>
        {detail !== '' && (
          <Text size="xs" c="dimmed" className={classes.text}>
            {detail}
          </Text>
        )}
      </Box>
      {status !== undefined && (
        <Group gap={0} wrap="nowrap">
          <StatusBadge status={status} />
        </Group>
      )}
    </Box>
  );
}

/** What was found so far, and what is said of it. */
function useHits(role: Role, typed: string): { hits: Hit[]; state: string } {
  const operator = role === 'operator';
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const text = searchable(paused);
  const pages = useQuery({
    queryKey: ['pages', role],
    queryFn: () => pagesOf(role),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useQuery({
    ...thingQuery<Found[]>(operator ? '/api/operator/search' : '/api/search', { query: { text: text ?? '' } }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  const asked = searchable(typed) !== null;
  const hits = [
    ...(asked ? (found.data ?? []).map((each) => foundHit(each, operator)) : []),
    ...matchPages(pages.data ?? [], typed).map(pageHit),
  ];
  if (asked && found.isError) return { hits, state: messageOf(found.error) };
  const searching = asked && (typed !== paused || found.isFetching);
  return { hits, state: searching ? 'Searching…' : hits.length === 0 ? 'No results' : counted(hits.length, 'result') };
}

/** The hits by group, each with the place of its first one. */
function groupsOf(hits: Hit[]): { group: string; first: number; of: Hit[] }[] {
  return [...new Set(hits.map(({ group }) => group))].map((group) => ({
    group,
    first: hits.findIndex((hit) => hit.group === group),
    of: hits.filter((hit) => hit.group === group),
  }));
}
