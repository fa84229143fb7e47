import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { walletQuery } from '../api/queries';
import { formatNaira } from '../format/naira';

export function HeaderBalance() {
  const { data } = useQuery(walletQuery);
  if (data === undefined) return null;
  return (
    <Link to="/wallet" style={{ color: 'inherit', textDecoration: 'none' }}>
      <VisuallyHidden>Balance </VisuallyHidden>
      <Text span className="numbers" fw={600} size="sm">
        {formatNaira(data.balance)}
      </Text>
    </Link>
  );
}
