import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { FaultAlert } from './fault-alert';
import { textsOf } from './read-form';
import { useSend } from './use-send';

type Props<Answer> = {
  /** Where it is posted to. */
  path: string;
  /** As for `useSend`. */
  invalidates?: string[];
  shown?: string[];
  /** Makes the body of the texts of the named inputs. Default: they are the body. */
  body?(texts: Record<string, string>): object;
  onSent(answer: Answer): void;
  /** The verb on the button, which is as wide as the form; or the buttons. */
  submit: string | ((busy: boolean) => ReactNode);
  /** The inputs, with the faults of those that are `shown`. */
  children(fields: Record<string, string>): ReactNode;
};

/** A form of named inputs on a page of its own or in a panel. What is typed is nowhere but in them. */
export function SendForm<Answer = unknown>(props: Props<Answer>) {
  const { path, invalidates = [], shown = [], body, onSent, submit, children } = props;
  const { send, busy, fault, fields } = useSend<object, Answer>(path, { invalidates, shown });
  const act = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = textsOf(event.currentTarget);
    const sent = await send(body === undefined ? texts : body(texts));
    if (sent !== null) onSent(sent);
  };
  return (
    <form onSubmit={act}>
      <Stack>
        <FaultAlert fault={fault} />
        {children(fields)}
        {typeof submit === 'function' ? (
          submit(busy)
        ) : (
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        )}
      </Stack>
    </form>
  );
}
