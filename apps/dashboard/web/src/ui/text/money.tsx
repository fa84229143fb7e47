import { Text, type TextProps } from '@mantine/core';
import { formatNaira, formatSignedNaira } from '../../format/naira';
import classes from './money.module.css';

type Props = TextProps & {
  /** Naira text, as the server writes it: "1250.00". */
  amount: string;
  /** Shows a plus before a credit, and colours it. */
  signed?: boolean;
  /** Colours an amount below zero, such as a margin that is a loss. */
  gain?: boolean;
};

export function Money({ amount, signed = false, gain = false, ...text }: Props) {
  const words = signed ? formatSignedNaira(amount) : formatNaira(amount);
  return (
    <Text
      component="span"
      inherit
      className={classes.money}
      data-in={words.startsWith('+') || undefined}
      data-loss={(gain && amount.startsWith('-')) || undefined}
      {...text}
    >
      {words}
    </Text>
  );
}
