import { Outlet } from 'react-router';
import { AccountShell } from '../features/account/account-shell.tsx';

/** The layout of account pages. Each page has its own guard. */
export function Component() {
  return (
    <AccountShell>
      <Outlet />
    </AccountShell>
  );
}
