import { notifications } from '@mantine/notifications';

/** Shows briefly that something was done. Faults are shown where they arose instead. */
export const notifyDone = (message: string): void =>
  void notifications.show({ message, color: 'teal', autoClose: 5000, closeButtonProps: { 'aria-label': 'Close' } });
