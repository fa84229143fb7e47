import type { Overview } from '@topup/dashboard-contract';
import { counted, countText, rateText } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { FigureCards } from './metric-cards';

export function OverviewFigures({ overview: { balance, today, pending } }: { overview: Overview }) {
  return (
    <FigureCards
      cards={[
        { name: 'Balance', figure: <Money amount={balance} />, beside: <TextLink to="/wallet">Wallet</TextLink> },
        { name: 'Sold today', figure: <Money amount={today.volume} />, beside: counted(today.purchases, 'purchase') },
        {
          name: 'Success rate today',
          figure: rateText(today.successRate),
          beside: (
            <>
              <Money amount={today.refunded} /> refunded
            </>
          ),
        },
        {
          name: 'Pending now',
          figure: countText(pending),
          beside:
            pending > 0 ? (
              <TextLink to="/transactions" search={{ status: 'pending' }}>
                Look at them
              </TextLink>
            ) : (
              'None waits for its outcome'
            ),
        },
      ]}
    />
  );
}
