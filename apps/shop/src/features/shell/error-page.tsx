import { Unreachable } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { TornCard } from '../../rooms/pages/torn-card.tsx';
import { useMember } from '../../session/member.ts';
import { MessagePage } from './message-page.tsx';

/**
 * The one error page: its own address, a failed verification, a crash (OPEN-05); and the place of a page that
 * could not be asked for (ERR-01), where one stays until there is a server.
 */
export function ErrorPage() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const member = useMember();
  const noServer = error instanceof Unreachable;
  // The network came back, and with it the answer who is here.
  useEffect(() => {
    if (noServer && member) void revalidate();
  }, [noServer, member, revalidate]);
  // At an address of its own nothing has crashed, and there is nothing to try again. The router's
  // word for that is null or undefined.
  const crashed = error !== undefined && error !== null;
  useEffect(() => {
    if (!crashed) return;
    // Few pages crash: others do not carry what tells the shop. Without a network nobody could be told.
    import('../../boot/report-crash.ts').then(
      ({ reportCrash }) => reportCrash(error),
      () => undefined,
    );
  }, [crashed, error]);
  const tryAgain = () => (noServer ? void revalidate() : location.reload());
  return (
    <MessagePage
      title={noServer ? error.message : text('errorPage.text')}
      hint={noServer ? text('ui.failed') : text('errorPage.hint')}
      drawing={<TornCard />}
      action={
        <>
          {crashed && (
            <Button look="primary" onClick={tryAgain}>
              {text('ui.tryAgain')}
            </Button>
          )}
          <ButtonLink to="/" look={crashed ? 'secondary' : 'primary'}>
            {text('errorPage.backHome')}
          </ButtonLink>
        </>
      }
    />
  );
}
