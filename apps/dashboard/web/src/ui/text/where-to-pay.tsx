import { currentMode } from '../../api/mode';
import { TextLink } from './links';

/** Leads to where the account pays to, or whom it asks for that; in test mode to where test money is added. */
export function WhereToPay() {
  return (
    <TextLink to="/wallet" hash="fund" underline="always">
      {currentMode() === 'test' ? 'Add test money' : 'See where to pay'}
    </TextLink>
  );
}

/** The error code of a purchase that was refused for want of money. */
export const LACKS_MONEY = 'insufficient_balance';
