import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { useParams } from 'react-router';
import { CheckLink } from '../features/shell/check-link.tsx';
import { memberQuery } from '../session/member.ts';
import { rememberOpenedLink } from '../session/remembered.ts';
import { currentMember } from '../session/session.ts';

async function verify(token: string): Promise<string | undefined> {
  try {
    await send('GET /mail/verification/{token}', { params: { token } });
  } catch (error) {
    if (isRefusal(error, 'account.email_unconfirmed'))
      return `/mail/confirm/${encodeURIComponent(token)}`;
    const dead = isRefusal(error, 'account.token_expired', 'input.invalid');
    return dead ? '/mail/verification/expired' : undefined; // ERR-07
  }
  if (!(await currentMember())) rememberOpenedLink(token);
  await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
  return '/mail/verified';
}

/** Verifies an e-mail and redirects by the result (ROUTE-08, OPEN-08). */
export function Component() {
  const { token = '' } = useParams();
  return <CheckLink key={token} title={text('verify.checking')} check={() => verify(token)} />;
}
