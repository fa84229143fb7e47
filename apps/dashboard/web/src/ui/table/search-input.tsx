import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** Searches when the user stops typing. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange(text: string): void;
}) {
  const [text, setText] = useState(value);
  const later = useDebouncedCallback((typed: string) => onChange(typed.trim()), PAUSE_MS);
  // The browser's Back button can change the address too.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder ?? ''}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        later(currentTarget.value);
      }}
      maxLength={100}
      flex="1 1 14rem"
      maw="24rem"
    />
  );
}
