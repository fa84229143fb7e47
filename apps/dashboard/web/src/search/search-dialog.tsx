import { Box, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { Me } from '@topup/dashboard-contract';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { focusHeading } from '../layout/announce-navigation';
import { StatusBadge } from '../ui/text/values';
import { groupsOf, type Hit, useHits } from './hits';
import classes from './search.module.css';

type Props = { me: Me; opened: boolean; onClose(): void };

/** Search over everything that this user can see. It is used by keyboard alone: type, arrows, Enter. */
export default function SearchDialog({ me, opened, onClose }: Props) {
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
      // a user who leaves for another page reads on there
      returnFocus={!left}
      closeOnClickOutside
      centered={false}
      size="lg"
      title="Search"
    >
      <SearchBox me={me} onLeave={leave} />
    </Modal>
  );
}

function SearchBox({ me, onLeave }: { me: Me; onLeave(): void }) {
  const [typed, setTyped] = useState('');
  const { hits, state } = useHits(me, typed);
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

  const hint = me.role === 'operator' ? OPERATOR_HINT : ACCOUNT_HINT;
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={hint}
        aria-expanded={hits.length > 0}
        aria-controls={hits.length > 0 ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hits.length > 0 ? optionId(at) : undefined}
        placeholder={hint}
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

const OPERATOR_HINT = 'Reference, number, account, API key, plan or page';
const ACCOUNT_HINT = 'Reference, number, API key, plan, request ID or page';

type OptionProps = { id: string; hit: Hit; selected: boolean; onChoose(): void };

function Option({ id, hit: { title, detail, status }, selected, onChoose }: OptionProps) {
  return (
    <Box id={id} role="option" aria-selected={selected} className={classes.option} onClick={onChoose}>
      <Box miw={0}>
        <Text size="sm" fw={500} truncate>
          {title}
        </Text>
        {detail !== '' && (
          <Text size="xs" c="dimmed" truncate>
            {detail}
          </Text>
        )}
      </Box>
      {status !== undefined && <StatusBadge status={status} />}
    </Box>
  );
}
