import { Outlet } from 'react-router';
import { AccountShell } from '../features/account/account-shell.tsx';

/** The shell around the rooms of an account. Who may enter is each room's own to say. */
export function Component() {
  return (
    <AccountShell>
      <Outlet />
    </AccountShell>
  );
}
