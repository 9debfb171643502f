import { send } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useLoaderData, useNavigate } from 'react-router';
import { forgetSession, type requireOperator } from '../session.ts';

/** What an operator sees first. */
export function Home() {
  const operator = useLoaderData<typeof requireOperator>();
  const navigate = useNavigate();
  const leave = useAction(async () => {
    await send('DELETE /office/session', {});
    forgetSession();
    await navigate('/sign-in', { replace: true });
  });
  return (
    <Page
      title={operator.sName}
      intro={operator.sRole}
      action={<Button {...leave}>{text('office.signOut')}</Button>}
    >
      {null}
    </Page>
  );
}
