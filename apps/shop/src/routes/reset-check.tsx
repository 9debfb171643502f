import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { useParams } from 'react-router';
import { CheckLink } from '../features/shell/check-link.tsx';
import { currentMember, signOutToReset } from '../session/session.ts';

async function check(token: string): Promise<string | undefined> {
  try {
    await send('GET /password/forgot/{token}', { params: { token } });
    const path = `/auth/reset-password/${encodeURIComponent(token)}`;
    if (await currentMember()) await signOutToReset(path);
    return path;
  } catch (error) {
    const dead = isRefusal(error, 'account.token_expired', 'input.invalid');
    return dead ? '/link/expired' : undefined; // ERR-06
  }
}

/** Checks a reset link and redirects by the result (ROUTE-09, OPEN-08). */
export function Component() {
  const { token = '' } = useParams();
  return <CheckLink key={token} title={text('link.checking')} check={() => check(token)} />;
}
