import type { FormEvent } from 'react';

/** For `onSubmit`: passes on the form's named inputs as text. */
export function readForm(take: (fields: Record<string, string>) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    take(Object.fromEntries(fields));
  };
}
