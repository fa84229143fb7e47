import type { Member, User } from '@topup/core/user';
import { columnsOf } from '../../http/csv';

export const toMember = ({
  accountId: _account,
  passwordSetAt: _set,
  disabledAt: _disabled,
  ...member
}: User): Member => member;

export const MEMBER_COLUMNS = columnsOf<Member>()(['id,name,email,role,invited,two_factor,last_sign_in_at,created_at']);
