import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { AccountShell } from '../features/account/account-shell.tsx';
import { beginAnewOnBack } from '../lib/anew-on-back.ts';

/** The shell around the rooms of an account. Who may enter is each room's own to say. */
export function Component() {
  useEffect(beginAnewOnBack, []);
  return (
    <AccountShell>
      <Outlet />
    </AccountShell>
  );
}
