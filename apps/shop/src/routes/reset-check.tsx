import type { checkResetToken } from '@giftlane/contract/accounts.ts';
import { text } from '@giftlane/contract/messages.ts';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Checking } from '../features/shell/checking.tsx';
import { send } from '../lib/api.ts';

async function check(token: string): Promise<string> {
  try {
    await send<typeof checkResetToken>('GET /password/forgot/{token}', { params: { token } });
    return `/auth/reset-password/${encodeURIComponent(token)}`;
  } catch {
    return '/link/expired'; // ERR-06
  }
}

/** Checks a reset link and goes on by the result (ROUTE-09, decision 08). */
export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  // Arriving here is the request; a loader would leave the old page standing meanwhile.
  useEffect(() => {
    let left = false;
    void check(token).then((path) => !left && navigate(path, { replace: true }));
    return () => {
      left = true;
    };
  }, [token, navigate]);
  return <Checking title={text('link.checking')} />;
}
