import { notifications } from '@mantine/notifications';

/** Says shortly that something was done. Faults are not told so: they stand where they came from. */
export const notifyDone = (message: string): void =>
  void notifications.show({ message, color: 'teal', autoClose: 5000, closeButtonProps: { 'aria-label': 'Close' } });
