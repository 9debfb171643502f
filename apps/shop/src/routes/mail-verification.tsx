import type { verifyEmail } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Checking } from '../features/shell/checking.tsx';
import { send } from '../lib/api.ts';
import { memberQuery } from '../lib/member.ts';
import { queryClient } from '../lib/query-client.ts';

async function verify(token: string): Promise<string> {
  try {
    await send<typeof verifyEmail>('GET /mail/verification/{token}', { params: { token } });
    await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
    return '/mail/verified';
  } catch {
    return '/mail/verification/expired'; // ERR-07
  }
}

/** Verifies the address and goes on by the result (ROUTE-08, decision 08). */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  // Arriving here is the request; a loader would leave the old page standing meanwhile.
  useEffect(() => {
    let left = false;
    void verify(token).then((path) => !left && navigate(path, { replace: true }));
    return () => {
      left = true;
    };
  }, [token, navigate]);
  return <Checking title={text('verify.checking')} />;
}
