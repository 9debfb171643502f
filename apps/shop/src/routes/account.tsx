import { Outlet } from 'react-router';
import { AccountShell } from '../features/account/account-shell.tsx';

/** The layout around the account's rooms, each of which has its own guard. */
export function Component() {
  return (
    <AccountShell>
      <Outlet />
    </AccountShell>
  );
}
