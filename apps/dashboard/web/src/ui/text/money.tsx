import { Text, type TextProps } from '@mantine/core';
import { nairaText, signedNairaText } from '../../format/naira';
import classes from './money.module.css';

type Props = TextProps & {
  /** Naira text, as the server writes it: "1250.00". */
  amount: string;
  /** With a plus before what comes in, which then has its own colour. */
  signed?: boolean;
};

export function Money({ amount, signed = false, ...text }: Props) {
  const words = signed ? signedNairaText(amount) : nairaText(amount);
  return (
    <Text component="span" inherit className={classes.money} data-in={words.startsWith('+') || undefined} {...text}>
      {words}
    </Text>
  );
}
