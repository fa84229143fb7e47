import { Button, type ButtonProps, Modal, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** The button that opens a dialog. `label` is for screen readers, if several buttons of a page have the same text. */
export type Opener = Omit<ButtonProps, 'children'> & { button: ReactNode; label?: string | undefined };

export function OpenerButton({ button, label, ...look }: Opener & { onClick(): void }) {
  return (
    <Button variant="default" aria-haspopup="dialog" aria-label={label} {...look}>
      {button}
    </Button>
  );
}

type Props = Opener & {
  title: string;
  /** The width of the dialog. */
  wide?: ModalProps['size'];
  children(close: () => void): ReactNode;
};

/** A button and its dialog, which starts anew each time. Escape does not close it while something is sent. */
export function DialogButton({ title, wide = 'md', children, ...opener }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      <OpenerButton {...opener} onClick={open} />
      <Modal opened={opened} onClose={close} title={title} size={wide} closeOnEscape={!sending}>
        {children(close)}
      </Modal>
    </>
  );
}
