import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { messageOf, postJson, RequestFault } from '../../api/request';
import { withTimes } from '../../format/time';
import { FaultAlert } from '../page/page';

export type Sending<Body, Answer> = {
  /**
   * Does nothing while a request is under way, so that a double click sends once. Null when it was refused or not sent.
   */
  send(body: Body): Promise<Answer | null>;
  /** Sends, and says briefly what `done` returns of the answer; null: nothing. True when it was sent. */
  act(body: Body, done: (answer: Answer) => string | null): Promise<boolean>;
  busy: boolean;
  /** The server's message; null when the faults are shown at the fields. */
  fault: string | null;
  /** The code of the server's refusal. */
  code: string | null;
  /** The faults of single inputs, by their names. */
  fields: Record<string, string>;
  clear(): void;
};

/**
 * One change that a page can request from the server.
 * @param path where to POST the body
 * @param invalidates the beginnings of the paths whose data is out of date afterwards
 * @param shown the inputs at which the page shows faults; a fault of any other field is shown as the whole message
 */
export function useSend<Body, Answer = unknown>(
  path: string,
  { invalidates, shown = [] }: { invalidates: string[]; shown?: string[] },
): Sending<Body, Answer> {
  const client = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<Answer, Error, Body>({
    mutationFn: (body) => postJson<Answer>(path, body),
    // Also after a refusal: the data on the page may be out of date, and the reason for it.
    onSettled: () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [read] }) =>
          typeof read === 'string' && invalidates.some((start) => read.startsWith(start)),
      }),
  });
  // The second click of a double click comes before React draws again.
  const underWay = useRef(false);
  const send = async (body: Body) => {
    if (underWay.current) return null;
    underWay.current = true;
    try {
      // An answer may have no body.
      return (await mutateAsync(body)) ?? ({} as Answer);
    } catch {
      return null;
    } finally {
      underWay.current = false;
    }
  };
  const act = async (body: Body, done: (answer: Answer) => string | null) => {
    const sent = await send(body);
    const said = sent === null ? null : done(sent);
    if (said !== null) notifyDone(said);
    return sent !== null;
  };
  const code = error instanceof RequestFault ? error.code : null;
  return { send, act, busy: isPending, code, ...faultsOf(error, shown), clear: reset };
}

/** Returns the faults that a form shows: at its inputs when it shows them all, otherwise the whole message. */
export function faultsOf(error: Error | null, shown: string[]): Pick<Sending<never, never>, 'fault' | 'fields'> {
  const said = error instanceof RequestFault ? error.fields : {};
  const fields = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, withTimes(text)]));
  const names = Object.keys(fields);
  const shownAtFields = names.length > 0 && names.every((name) => shown.includes(name));
  return { fault: error === null || shownAtFields ? null : messageOf(error), fields };
}

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

type DialogFormProps = {
  onClose(): void;
  /** The verb on the button. */
  submit: string;
  busy: boolean;
  fault: string | null;
  /** It gets the texts of the named inputs. True closes the dialog. */
  onSubmit(texts: Record<string, string>): Promise<boolean>;
  disabled?: boolean;
  /** The text on the button that leaves the form; "Back" when it returns to an earlier step. */
  leave?: string;
  danger?: boolean | undefined;
  /** The button has the focus at first, where there is nothing to fill in. */
  focused?: boolean;
  children: ReactNode;
};

/** The form in a dialog: its fault, its inputs and its buttons. */
export function DialogForm(props: DialogFormProps) {
  const {
    onClose,
    submit,
    busy,
    fault,
    onSubmit,
    disabled = false,
    leave = 'Cancel',
    danger,
    focused,
    children,
  } = props;
  const submitted = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React would pass the event to the form around the dialog's button, which the user has not submitted.
    event.stopPropagation();
    if (await onSubmit(textsOf(event.currentTarget))) onClose();
  };
  return (
    <form onSubmit={submitted}>
      <Stack>
        <FaultAlert fault={fault} />
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {leave}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={disabled}
            data-autofocus={focused || undefined}
            {...(danger && { color: 'red' })}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The texts of the form's named inputs. */
function textsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

/** Shows briefly that something was done. Faults are shown where they arose instead. */
export const notifyDone = (message: string): void =>
  void notifications.show({ message, color: 'teal', autoClose: 5000, closeButtonProps: { 'aria-label': 'Close' } });
